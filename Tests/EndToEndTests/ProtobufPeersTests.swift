import Foundation
import TestKit
import Testing

/// Messages of Protocol Buffers and calls of gRPC, against Google's library.
@Suite struct ProtobufPeersTests {
    private static let everything = """
        syntax = "proto3";
        package test;
        import "more.proto";

        service Service { rpc Get(All) returns (All); }

        message All {
          double d = 1; float f = 2; int32 i32 = 3; int64 i64 = 4; uint32 u32 = 5; uint64 u64 = 6; sint32 s32 = 7;
          sint64 s64 = 8; fixed32 f32 = 9; fixed64 f64 = 10; sfixed32 sf32 = 11; sfixed64 sf64 = 12; bool b = 13;
          string s = 14; bytes y = 15; more.Colour colour = 16; All inner = 17;
          repeated sint32 numbers = 18; repeated int64 apart = 19 [packed = false]; repeated string texts = 20;
          repeated All list = 21; map<string, int32> counts = 22; map<int64, All> deep = 23;
          map<bool, bytes> flags = 24; map<uint32, more.Colour> colours = 25;
          oneof choice { int32 one = 26; string two = 27; more.Pair pair = 28; }
          optional int32 maybe = 29; repeated double waves = 536870911; repeated more.Colour many = 31;
          repeated bool bits = 32; repeated fixed64 wide = 33;
        }
        """
    private static let more = """
        syntax = "proto3";
        package more;
        enum Colour { NONE = 0; RED = 1; DARK = -5; }
        message Pair { Colour left = 1; string right = 2; }
        """

    /// By the text, and by what Google's compiler makes of it.
    @Test func whatGooglesLibraryWritesIsReadByTextAndBySet() throws {
        let scratch = try Scratch()
        let proto = try scratch.write("all.proto", Self.everything)
        _ = try scratch.write("more.proto", Self.more)
        let (set, har) = (scratch.file("all.pb"), scratch.file("calls.har"))
        let written = try Tool.runScript("protobuf_messages.py", ["write", proto, set, har])
        #expect(written.code == 0, written.summary)
        for schema in [proto, set] {
            let shown = try Tool.run(
                Tool.hark(), ["show", "1-60", "--session", har, "--json", "--proto", schema],
                environment: ["HOME": scratch.path])
            #expect(shown.code == 0, shown.summary)
            let lines = try scratch.write("lines", shown.text)
            let checked = try Tool.runScript("protobuf_messages.py", ["check", set, lines])
            #expect(checked.code == 0 && checked.text == written.text, checked.summary)
        }
    }

    @Test func aBadSchemaIsRefusedWithItsPlace() throws {
        let scratch = try Scratch()
        let proto = try scratch.write("bad.proto", "syntax = \"proto3\";\nmessage A {\n  int32 = 1;\n}\n")
        for command in [
            ["show", "1"], ["proxy", "--listen", "127.0.0.1:0"], ["run", "--", "true"], ["page"], ["explain", proto],
        ] {
            let flags =
                command.first == "run" ? ["run", "--proto", proto, "--", "true"] : command + ["--proto", proto]
            let result = try Tool.run(Tool.hark(), flags, environment: ["HOME": scratch.path])
            #expect(result.code == 65, result.summary)
            #expect(result.diagnostics.contains("bad.proto:3:9: expected the field's name, found '='."), result.summary)
        }
        let missing = try Tool.run(
            Tool.hark(), ["show", "1", "--proto", scratch.file("gone.proto")], environment: ["HOME": scratch.path])
        #expect(missing.code == 66, missing.summary)
    }

    private struct Told: Decodable, Equatable {
        let name: String
        let neighbours: [Int]
        let readings: [Int]
        let failure: [Failure]?

        enum Failure: Decodable, Equatable {
            case code(String)
            case hasWords(Bool)

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                self = try (try? value.decode(String.self)).map { .code($0) } ?? .hasWords(value.decode(Bool.self))
            }
        }
    }

    private func call(_ arguments: [String]) throws -> Told {
        let result = try Tool.runScript(
            "grpc_peers.py", [Tool.packageRoot + "/examples/stations.proto"] + arguments)
        #expect(result.code == 0, result.summary)
        return try JSONDecoder().decode(Told.self, from: Data(result.output))
    }

    /// Messages that are compressed one by one, over HTTP/2 without TLS inside of a tunnel.
    @Test func callsThroughTheProxyAreThoseWithoutItAndAreKeptMessageByMessage() throws {
        let direct = try call([])
        #expect(direct.name == "Harbour" && direct.readings == [1, 2, 3])
        #expect(direct.failure == [.code("NOT_FOUND"), .hasWords(true)])
        let scratch = try Scratch()
        let har = scratch.file("calls.har")
        let proxy = try RunningProxy(
            "--har", har, "--messages", "--proto", Tool.packageRoot + "/examples/stations.proto")
        #expect(try call([proxy.url]) == direct)
        try proxy.stop()
        let text = try String(contentsOfFile: har, encoding: .utf8).filter { !$0.isWhitespace }
        #expect(text.contains("\"messageType\":\"hark.demo.Station\""))
        #expect(text.contains("\"name\":\"celsius\",\"type\":\"sint32\",\"oneof\":\"value\",\"value\":-3"))
        #expect(text.contains("\"status\":5,\"statusText\":\"NOT_FOUND\",\"message\":\"no100%station\""))
        // Each message as it passed, in words.
        #expect(proxy.output.contains("{number: 2, celsius: -2}"), "\(proxy.output)")
        #expect(proxy.output.contains("5 NOT_FOUND"), "\(proxy.output)")
    }

    @Test func theDemoSiteAnswersGooglesClient() throws {
        let proxy = try RunningProxy(
            "--messages", "--proto", Tool.packageRoot + "/examples/stations.proto")
        let told = try call([proxy.url, proxy.authority])
        #expect(told.name == "Harbour" && told.neighbours == [1, 3] && told.readings == [1, 2, 3])
        #expect(told.failure == [.code("NOT_FOUND"), .hasWords(true)])
        try proxy.stop()
        #expect(proxy.output.contains("name: \"Harbour\", kind: KIND_COAST"), "\(proxy.output)")
    }
}
