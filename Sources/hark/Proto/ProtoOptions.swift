import ArgumentParser
import Bytes
import Messages
import Platform

/// The option that names schemas of Protocol Buffers.
struct ProtoOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Decode gRPC and Protocol Buffers with this .proto file or descriptor set. Repeatable.",
            valueName: "file"),
        completion: .file())
    var proto: [String] = []

    /// Bytes of one file.
    private static let limit = 64 << 20

    func validate() throws {
        if proto.contains("") || proto.contains("-") { throw ValidationError("--proto needs a file name") }
    }

    /// nil when none is named. Fails with a sentence, the place, and an exit code.
    func schema() throws -> ProtoSchema? {
        guard !proto.isEmpty else { return nil }
        var loader = ProtoLoader { path in (try? RuleFiles.content(path, limit: Self.limit)) ?? nil }
        for path in proto {
            // What was named is said to be unreadable; what a file imports may stand elsewhere.
            let content = try InputFile(path).read()
            try Self.saying { () throws(ProtoError) in try loader.add(path, content) }
        }
        return try Self.saying { () throws(ProtoError) in try loader.schema() }
    }

    private static func saying<Value>(_ body: () throws(ProtoError) -> Value) throws -> Value {
        do throws(ProtoError) {
            return try body()
        } catch {
            Diagnostics.say(error.text.terminalEscaped)
            throw ExitCode(EX_DATAERR)
        }
    }
}
