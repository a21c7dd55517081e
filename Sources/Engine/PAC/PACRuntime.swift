import Bytes
import Platform

/// A proxy script in the interpreter that runs it. Belongs to whoever asks.
struct PACRuntime {
    /// What it says to a question.
    enum Answer: Equatable {
        case ways(String)
        /// It needs the addresses of these names first.
        case needs([String])
        case mistake(String)
    }

    /// Why a script cannot be run, as a clause.
    struct Refusal: Error {
        let text: String
    }

    private let process: PACProcess

    /// In milliseconds, with the start of the program.
    private static let startPatience: Int32 = 10_000
    private static let patience: Int32 = 4_000

    /// Starts the interpreter, and has it read the script.
    init(_ script: String) throws(Refusal) {
        let answer: Answer
        do throws(PACProcess.Failure) {
            process = try PACProcess(ThisProgram.path, ["hark", PACWorker.word])
            answer = Self.understand(
                try process.ask(Self.script(script), patience: Self.startPatience))
        } catch {
            throw Refusal(text: error.text)
        }
        switch answer {
        case .ways: break
        case .mistake(let text): throw Refusal(text: text)
        case .needs: throw Refusal(text: "it resolves names before it is called")
        }
    }

    /// - Parameters:
    ///   - names: the addresses that are known; nil: there is none.
    ///   - mine: this machine's own address.
    func ask(
        url: String, host: String, names: [String: String?], mine: String
    ) throws(PACProcess.Failure) -> Answer {
        Self.understand(try process.ask(Self.question(url, host, names, mine), patience: Self.patience))
    }

    /// The line that has it read a script.
    static func script(_ text: String) -> String { object { $0.member("script", text) } }

    /// The line that asks.
    static func question(_ url: String, _ host: String, _ names: [String: String?], _ mine: String) -> String {
        object { writer in
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
    }

    static func understand(_ line: [UInt8]) -> Answer {
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
