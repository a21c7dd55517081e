import Bytes
import JSON
import Platform

/// A proxy script in the interpreter that runs it. Belongs to whoever asks.
struct ScriptRuntime {
    /// What it says to a question.
    enum Answer: Equatable {
        case ways(String)
        /// It needs the addresses of these names first.
        case needs([String])
        case mistake(String)
    }

    /// Why a script cannot be run.
    enum Refusal: Error {
        case noInterpreter
        case mistake(String)
    }

    private let process: ScriptProcess

    /// The first start of a program takes longer than all others.
    private static let startPatience: Int32 = 10_000
    /// More than the interpreter allows the script itself.
    private static let patience: Int32 = 4_000

    /// Starts the interpreter with as few rights as it and the system know to take away, and has it read the script.
    ///
    /// - Parameter clock: the time that it is for the functions of PAC, in milliseconds since 1970; nil: the system's.
    init(_ script: String, clock: Int64? = nil) throws(Refusal) {
        guard let node = Programs.path(of: ["node", "nodejs"]) else { throw .noInterpreter }
        let program = ScriptEngine.program(clock: clock)
        var last = "\(node) cannot run it"
        for words in Self.starts(node) {
            guard let process = try? ScriptProcess(words + ScriptEngine.flags + ["-e", program]),
                let line = try? process.ask(Self.object { $0.member("script", script) }, patience: Self.startPatience)
            else { continue }
            switch Self.understand(line) {
            case .ways:
                self.process = process
                return
            case .mistake(let text): throw .mistake(text)
            case .needs: last = "it resolves names before it is called"
            }
        }
        throw .mistake(last)
    }

    /// The fewest rights first: without a network where the system permits that, and without files where Node.js knows
    /// how (20: as an experiment, 22: for good). What it does not know, it ends at once for.
    private static func starts(_ node: String) -> [[String]] {
        let programs = Programs.path(of: ["unshare"]).map { [[$0, "-Un", "--", node], [node]] } ?? [[node]]
        return programs.flatMap { program in
            [["--permission"], ["--experimental-permission"], []].map { program + $0 }
        }
    }

    /// - Parameters:
    ///   - names: the addresses that are known; nil: there is none.
    ///   - mine: this machine's own address.
    func ask(
        url: String, host: String, names: [String: String?], mine: String
    ) throws(ScriptProcess.Failure) -> Answer {
        let line = Self.object { writer in
            writer.member("url", url)
            writer.member("host", host)
            writer.member("mine", mine)
            writer.beginObject("names")
            for (name, address) in names {
                writer.key(escaping: name)
                if let address { writer.string(address) } else { writer.null() }
            }
            writer.endObject()
        }
        return Self.understand(try process.ask(line, patience: Self.patience))
    }

    private static func understand(_ line: [UInt8]) -> Answer {
        let file = Bytes(line)
        let root = file.withUnsafeBytes { raw -> JSONNode? in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            return try? parser.tree()
        }
        guard let root else { return .mistake("the interpreter's answer is not JSON") }
        if let text = root.member("error", in: file)?.string(in: file) { return .mistake(text.text) }
        if let answer = root.member("answer", in: file)?.string(in: file) { return .ways(answer.text) }
        if case .array(let items)? = root.member("missing", in: file)?.value {
            return .needs(items.compactMap { $0.string(in: file)?.text })
        }
        return .mistake("the interpreter's answer has an unknown form")
    }

    private static func object(_ members: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        members(&writer)
        writer.endObject()
        return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
