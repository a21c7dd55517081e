import Bytes
import Testing

@testable import Messages

/// Schemas from `.proto` texts, and messages read by them.
@Suite struct ProtoSchemaTests {
    private static let shop = """
        // A shop.
        syntax = "proto3";
        package shop.v1;
        import "common/money.proto";
        import "google/protobuf/timestamp.proto";
        option java_package = "x";

        enum State { option allow_alias = true; UNKNOWN = 0; OPEN = 1; ALSO_OPEN = 1; LOST = -1; }

        message Cart {
          message Item { string sku = 1; sint32 count = 2 [deprecated = true]; }
          int32 id = 1; State state = 2; repeated Item items = 3; map<string, common.Money> prices = 4;
          repeated uint32 sizes = 5; oneof payment { string card = 6; bool cash = 7; }
          google.protobuf.Timestamp made = 8; double weight = 9; float ratio = 10; fixed32 hash = 11;
          sfixed64 shift = 12; bytes blob = 13; optional sint64 far = 14; Cart parent = 15;
          reserved 20, 30 to max; reserved "old";
        }
        service Shop {
          rpc Get(Cart.Item) returns (stream Cart);
          rpc Put (stream .shop.v1.Cart) returns (common.Money) { option (x).y = { a: 1 }; }
        }
        """
    private static let money = "syntax = 'proto3'; package common; message Money { int64 units = 1; }"

    private func schema(_ text: String, _ others: [String: String] = [:]) throws -> ProtoSchema {
        var loader = ProtoLoader { path in others[path].map { Bytes($0) } }
        try loader.add("dir/a.proto", Bytes(text))
        return try loader.schema()
    }

    private func shop() throws -> ProtoSchema {
        try schema(Self.shop, ["dir/common/money.proto": Self.money])
    }

    private func read(_ bytes: [UInt8], _ type: String = "shop.v1.Cart") throws -> ProtobufMessage {
        ProtobufMessage(Bytes(bytes), as: type, in: try shop())
    }

    @Test func methodsKnowTheirMessages() throws {
        let schema = try shop()
        #expect(schema.type(service: "shop.v1.Shop", method: "Get", isRequest: true) == "shop.v1.Cart.Item")
        #expect(schema.type(service: "shop.v1.Shop", method: "Get", isRequest: false) == "shop.v1.Cart")
        #expect(schema.type(service: "shop.v1.Shop", method: "Put", isRequest: false) == "common.Money")
        #expect(schema.type(service: "shop.v1.Shop", method: "Gone", isRequest: true) == nil)
        #expect(schema.type(service: "shop.Shop", method: "Get", isRequest: true) == nil)
    }

    @Test func scalarsAreReadAsTheirTypes() throws {
        let minusOne = [UInt8](repeating: 0xFF, count: 9) + [1]
        #expect(try read([0x08] + minusOne).fields.first?.value == .signed(-1))
        #expect(try read([0x10, 1]).line(limit: 99) == "{state: OPEN}")
        #expect(try read([0x10] + minusOne).line(limit: 99) == "{state: LOST}")
        #expect(try read([0x10, 9]).fields.first?.value == .enumeration(9, nil))
        #expect(try read([0x49, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F]).fields.first?.value == .double(1.5))
        #expect(try read([0x55, 0, 0, 0xC0, 0x3F]).fields.first?.value == .float(1.5))
        #expect(try read([0x5D, 0xFF, 0xFF, 0xFF, 0xFF]).fields.first?.value == .unsigned(4_294_967_295))
        #expect(try read([0x61] + [UInt8](repeating: 0xFF, count: 8)).fields.first?.value == .signed(-1))
        #expect(try read([0x6A, 1, 0x61]).fields.first?.value == .bytes("a"))
        #expect(try read([0x70, 3]).fields.first?.value == .signed(-2))
        #expect(try read([0x38, 1]).fields.first?.value == .bool(true))
    }

    @Test func messagesMapsPackedAndOneofsAreRead() throws {
        // items { sku: "x", count: -1 }
        #expect(try read([0x1A, 5, 0x0A, 1, 0x78, 0x10, 1]).line(limit: 99) == "{items: {sku: \"x\", count: -1}}")
        // prices { key: "a", value { units: 3 } }
        let map = try read([0x22, 7, 0x0A, 1, 0x61, 0x12, 2, 0x08, 3])
        #expect(map.line(limit: 99) == "{prices: {key: \"a\", value: {units: 3}}}")
        #expect(map.fields.first?.declared?.isMap == true)
        // The documents' example of packed numbers: 3, 270, 86942.
        let packed = try read([0x2A, 6, 0x03, 0x8E, 0x02, 0x9E, 0xA7, 0x05])
        #expect(packed.fields.first?.value == .packed([.unsigned(3), .unsigned(270), .unsigned(86942)]))
        // One that is not packed is taken all the same.
        #expect(try read([0x28, 3]).fields.first?.value == .unsigned(3))
        #expect(try read([0x32, 1, 0x78]).fields.first?.declared?.oneof == "payment")
        #expect(try read([0x08, 1]).fields.first?.declared?.oneof == nil)
        #expect(try read([0x7A, 2, 0x08, 5]).line(limit: 99) == "{parent: {id: 5}}")
    }

    @Test func whatTheSchemaDoesNotFitIsReadWithoutIt() throws {
        // A text where a number is declared, and a number nobody declared.
        let odd = try read([0x0A, 1, 0x78, 0x98, 0x06, 5])
        #expect(odd.fields.map(\.isMismatch) == [true, false])
        #expect(odd.line(limit: 99) == "{1: \"x\", 99: 5}")
        // Half a number in a packed run.
        #expect(try read([0x2A, 1, 0x80]).fields.first?.isMismatch == true)
        #expect(try read([0x08, 1], "shop.v1.Gone").type == nil)
    }

    @Test func proto2HasGroupsExtensionsAndLabels() throws {
        let text = """
            syntax = "proto2";
            message Old {
              required int32 id = 1 [default = 5, (x) = { a: [1, 2] }];
              repeated group Result = 2 { optional string url = 3; }
              extensions 100 to 199;
              optional string message = 4;
              enum Kind { A = 0x10; B = 010; }
            }
            extend Old { optional bool flag = 100; }
            """
        let schema = try schema(text)
        let message = ProtobufMessage(
            Bytes([0x08, 1, 0x13, 0x1A, 1, 0x75, 0x14, 0xA0, 0x06, 1, 0x22, 1, 0x6D]), as: "Old", in: schema)
        #expect(message.line(limit: 99) == "{id: 1, result: {url: \"u\"}, [flag]: true, message: \"m\"}")
        #expect(schema.enumeration("Old.Kind")?.names == [16: "A", 8: "B"])
    }

    /// An import stands beside the file, or in a folder above it.
    @Test func importsAreFoundBesideTheFileAndAbove() throws {
        let text = "syntax = \"proto3\"; import \"api/b.proto\"; message A { B b = 1; }"
        let other = "syntax = \"proto3\"; message B {}"
        for place in ["dir/api/b.proto", "api/b.proto"] {
            #expect(try schema(text, [place: other]).declares("B"), "\(place)")
        }
        #expect(throws: ProtoError.self) { try schema(text, ["other/api/b.proto": other]) }
        // Two that import each other, and one by two ways.
        let both = ["dir/api/b.proto": "import \"a.proto\"; import \"api/b.proto\"; message B {}", "dir/a.proto": text]
        #expect(try schema(text, both).declares("A"))
    }

    @Test(arguments: [
        ("message A {\n  int32 x = 0;\n}", "dir/a.proto:2:13: the number of 'x' is not from 1 to 536870911."),
        ("message A {\n  int32 x 1;\n}", "dir/a.proto:2:11: expected '=' before the number of 'x', found '1'."),
        ("message A {\n  Gone x = 1;\n}", "dir/a.proto:2:3: no file declares the type 'Gone'."),
        (
            "message A { int32 x = 1;\n int32 y = 1; }",
            "dir/a.proto:2:2: 'x' and 'y' of A have the same number, 1."
        ),
        ("message A {", "dir/a.proto:1:12: expected a field or '}', found the end of the file."),
        ("message A {}\nmessage A {}", "dir/a.proto:2:1: A is declared twice."),
        (
            "import \"b.proto\";",
            "dir/a.proto:1:8: cannot find b.proto in this file's folder or the folders above it."
        ),
        (
            "import \"../b.proto\";",
            "dir/a.proto:1:8: cannot find ../b.proto in this file's folder or the folders above it."
        ),
        ("import \"\";", "dir/a.proto:1:8: expected the name of a file to import."),
        ("syntax = \"proto9\";", "dir/a.proto:1:10: unknown version 'proto9' (known: proto2, proto3, 2023, 2024)."),
        ("/* ü */ \"x", "dir/a.proto:1:9: this string is not closed."),
        ("\n /* x", "dir/a.proto:2:2: this comment is not closed."),
        ("hello", "dir/a.proto:1:1: expected a declaration, such as 'message', found 'hello'."),
        (
            "service S { rpc A(B) returns (C); }",
            "dir/a.proto:1:19: no file declares the type 'B'."
        ),
        (
            "message A { map<float, int32> x = 1; }",
            "dir/a.proto:1:17: keys of a map are numbers, bool or string, not 'float'."
        ),
    ])
    func aBadTextIsRefusedWithItsPlace(text: String, words: String) {
        do {
            _ = try schema(text)
            Issue.record("taken: \(text)")
        } catch let error as ProtoError {
            #expect(error.text == words)
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func whatIsNeitherTextNorSetIsRefused() {
        for bytes in [[0x00], [0x0A, 0x05, 0x61], [0x08, 0x01], [0x0A, 0x02, 0x08, 0xFF], Array("a\u{1}".utf8)]
            as [[UInt8]]
        {
            var loader = ProtoLoader { _ in nil }
            #expect(throws: ProtoError.self) { try loader.add("a.pb", Bytes(bytes)) }
        }
    }

    @Test func inJSONNamesAndTypesAreTold() throws {
        var json = JSONWriter()
        json.beginObject()
        json.protobufFields(try read([0x10, 1, 0x32, 1, 0x78, 0x2A, 2, 1, 2, 0x0A, 1, 0x79]))
        json.endObject()
        let text = json.withBytes { Bytes(Array($0)) }.text.filter { $0 != " " }
        #expect(
            text == """
                {"fields":[{"number":2,"wire":"VARINT","name":"state","type":"shop.v1.State","valueName":"OPEN",\
                "value":1},{"number":6,"wire":"LEN","name":"card","type":"string","oneof":"payment","value":"x"},\
                {"number":5,"wire":"LEN","name":"sizes","type":"repeateduint32","value":[1,2]},\
                {"number":1,"wire":"LEN","name":"id","type":"int32","mismatch":true,"guess":"string","value":"y"}]}
                """)
    }
}
