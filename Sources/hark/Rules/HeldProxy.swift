import ArgumentParser
import Bytes
import Engine
import Explain
import Platform
import Reactor
import Store
import Synchronization
import Workbench

/// A running proxy that answers.
struct HeldProxy {
    private let path: String

    static let suffix = ".control"

    /// What a proxy is asked about.
    enum Subject: String {
        case rules, scripts

        /// Whether the proxy there has any.
        func isAnswered(at path: String) -> Bool {
            switch self {
            case .rules: ControlSocket.ask(path, "list")?.hasPrefix("ok\n") == true
            case .scripts: ControlSocket.ask(path, "script-list")?.hasPrefix("ok\n") == true
            }
        }

        var example: String {
            switch self {
            case .rules: "hark proxy --rules FILE"
            case .scripts: "hark proxy --script FILE"
            }
        }
    }

    /// The newest that answers, or the one of a session.
    static func find(_ session: String?, answering subject: Subject = .rules) throws -> HeldProxy {
        if let session {
            let path = session.hasSuffix(suffix) ? session : session + suffix
            if subject.isAnswered(at: path) { return HeldProxy(path: path) }
            Diagnostics.say(
                "no running proxy with \(subject.rawValue) answers at \(path); leave out --proxy to use the newest one")
            throw ExitCode(EX_UNAVAILABLE)
        }
        for path in sockets(in: try SessionsFolder.existing()) where subject.isAnswered(at: path) {
            return HeldProxy(path: path)
        }
        Diagnostics.say(
            "no running proxy with \(subject.rawValue) was found; start one with: \(subject.example)")
        throw ExitCode(EX_UNAVAILABLE)
    }

    /// Of proxies that run, and of those that could not take theirs along: the newest first.
    private static func sockets(in folder: SessionFolder) -> [String] {
        let found = names(in: folder.path).filter { $0.hasSuffix(suffix) }.compactMap {
            name -> (path: String, time: Int)? in
            let path = folder.path + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
            return (path, RuleWatch.Stamp(path)?.seconds ?? 0)
        }
        return found.sorted { ($0.time, $0.path) > ($1.time, $1.path) }.map(\.path)
    }

    /// Where proxies that run, and their pages, listen.
    static func listeners(beside session: String?) -> [SocketAddress] {
        var paths = (try? SessionsFolder.existing()).map { sockets(in: $0) } ?? []
        if let session { paths.append(session + suffix) }
        return Set(paths).flatMap { path -> [SocketAddress] in
            guard let answer = ControlSocket.ask(path, "listeners"), answer.hasPrefix("ok\n") else { return [] }
            return answer.dropFirst(3).split(separator: "\n").compactMap { line in
                HostPort(String(line)).flatMap { Resolver.literal($0.host, port: $0.port) }
            }
        }
    }

    /// A proxy that runs and keeps a session.
    struct Running {
        /// The path of its session.
        let session: String
        /// Where it listens, without its page.
        let addresses: [String]

        var name: String { (try? SessionEntry(path: session).name) ?? session }
    }

    /// Where clients reach the proxy that writes to this session.
    static func addresses(of session: String) -> [String] {
        running(beside: session).first { $0.session == session }?.addresses ?? []
    }

    /// The newest first.
    ///
    /// - Parameter session: a path that is looked at, too.
    static func running(beside session: String? = nil) -> [Running] {
        var paths = (try? SessionsFolder.existing()).map { sockets(in: $0) } ?? []
        if let session, !paths.contains(session + suffix) { paths.append(session + suffix) }
        return paths.compactMap { path in
            guard let answer = ControlSocket.ask(path, "proxies"), answer.hasPrefix("ok\n") else { return nil }
            // It may have begun another one since.
            let told = ControlSocket.ask(path, "session").flatMap { $0.hasPrefix("ok\n/") ? $0.dropFirst(3) : nil }
            let session = told.map { String($0.prefix { $0 != "\n" }) } ?? String(path.dropLast(suffix.count))
            guard (try? SessionFile.isDatabase(session)) == true else { return nil }
            return Running(
                session: session, addresses: answer.dropFirst(3).split(separator: "\n").map(String.init))
        }
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { field in
                    field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    // MARK: - The proxy's own

    /// Of a proxy that keeps no session.
    private static let unkept = "no-store-"

    /// Where this process is asked: beside its session, or where sessions are. nil when there is no such place.
    static func place(beside session: String?) -> String? {
        if let session { return session + suffix }
        guard let folder = KeptSession.folder, (try? folder.make()) != nil else { return nil }
        for path in sockets(in: folder) where path.hasPrefix(folder.path + "/" + unkept) && ControlSocket.isDead(path) {
            unlink(path)
        }
        return "\(folder.path)/\(unkept)\(getpid())\(suffix)"
    }

    /// How a person reaches this process; nil when nobody can.
    private static let reached = Mutex<String?>(nil)

    /// This process is asked here from now on; nil: nowhere.
    static func isAsked(at path: String?) {
        let isUsual = path.map { $0.hasPrefix((KeptSession.folder?.path ?? "/") + "/") } ?? false
        let words = path.map { isUsual ? "hark held" : "hark held --proxy \(quoted($0))" }
        reached.withLock { $0 = words }
    }

    private static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy {
            ASCII.isAlpha($0) || ASCII.isDigit($0) || "/._-+".utf8.contains($0)
        }
        return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
    }

    /// The command that decides about what is held of this flow.
    static func command(for flow: UInt64) -> String? { reached.withLock { $0 }.map { "\($0) \(flow)" } }

    /// Why there is no answer.
    struct Refusal: Error {
        /// A sentence.
        let text: String
        let code: Int32
    }

    /// The lines that it answers.
    func answer(_ question: String) throws(Refusal) -> String {
        guard let answer = ControlSocket.ask(path, question) else {
            throw Refusal(text: "the proxy no longer answers", code: EX_UNAVAILABLE)
        }
        if answer.hasPrefix("ok\n") { return String(answer.dropFirst(3)) }
        let reason = answer.dropFirst(3).split(separator: "\n").first
        // What would be wrong with every proxy of these scripts is a mistake of the command line.
        let code = answer.hasPrefix("64 ") ? EX_USAGE : 1
        throw Refusal(text: reason.map { "\($0)" } ?? "the proxy did not understand this", code: code)
    }

    /// So long a body is waited for, in tenths of a second.
    private static let patience = 100

    /// A held message.
    private struct Whole {
        let head: Bytes
        /// `body`, `none`, or `reason`: why there is none here.
        let kind: String
        let rest: Bytes
    }

    /// Prints a held message with its body, which is read first.
    func show(_ number: UInt64) throws {
        let message = try whole(number)
        Report.text(Self.page(message.head, message.kind, message.rest))
    }

    /// Lets a person edit a held message. What is refused is kept, and said to be.
    ///
    /// - Parameter hasBody: with its body, which is read first.
    func edit(_ number: UInt64, hasBody: Bool) throws {
        let text: HeldText
        if hasBody {
            let message = try whole(number)
            text = HeldText(head: message.head, body: message.kind == "body" ? message.rest : nil)
            if message.kind == "reason" { Diagnostics.say("the body stays as it is: \(message.rest.text)") }
            if message.kind == "body", !text.hasBody {
                let most = Quantity.size(UInt64(HeldText.mostEdited))
                let size = Quantity.size(UInt64(message.rest.count))
                Diagnostics.say("the body stays as it is: it has \(size), and only text of at most \(most) is edited")
            }
        } else {
            text = HeldText(head: Bytes(Base64.decode(Bytes(try ask("head \(number)"))) ?? []), body: nil)
        }
        do {
            _ = try MessageEditor.edit(text.bytes) { edited throws(ReplayProblem) in
                let (head, content) = text.parts(of: edited)
                let body = head.isEmpty ? nil : content
                let end = body.map { " =\(Base64.encode($0))" } ?? ""
                do throws(Refusal) {
                    return try answer("edit \(number) \(Base64.encode(head))\(end)")
                } catch {
                    throw ReplayProblem(error.text)
                }
            }
        } catch let problem as ReplayProblem {
            Diagnostics.say(problem.text)
            throw ExitCode(1)
        }
    }

    /// A held message with its body, which is read first.
    private func whole(_ number: UInt64) throws -> Whole {
        var isReading = false
        for _ in 0..<Self.patience {
            do throws(Refusal) {
                let parts = try answer("show \(number)").split(whereSeparator: \.isWhitespace).map { Bytes(String($0)) }
                if let head = parts.first.flatMap({ Base64.decode($0) }), parts.count > 1 {
                    let rest = parts.count > 2 ? Base64.decode(parts[2]) ?? [] : []
                    return Whole(head: Bytes(head), kind: parts[1].text, rest: Bytes(rest))
                }
                isReading = true
            } catch {
                // While its body is read it is not held.
                guard isReading, error.code == 1 else {
                    Diagnostics.say(error.text)
                    throw ExitCode(error.code)
                }
            }
            usleep(100_000)
        }
        Diagnostics.say("the body of #\(number) is not complete yet; the message is held again when it is")
        throw ExitCode(1)
    }

    /// As it may go to a terminal; content that is no text is only counted.
    static func page(_ head: Bytes, _ kind: String, _ rest: Bytes) -> String {
        let lines = head.text.replacing("\r\n", with: "\n").terminalEscaped
        switch kind {
        case "body":
            guard let text = String(validating: rest.array, as: UTF8.self), !text.contains("\0") else {
                return lines + "(\(Quantity.count(rest.count, "byte")) that are not text)\n"
            }
            return lines + text.terminalEscaped + (text.isEmpty || text.hasSuffix("\n") ? "" : "\n")
        case "reason": return lines + "(the body is not shown: \(rest.text.terminalEscaped))\n"
        default: return lines
        }
    }

    /// The same, for a command: says why there is none, and fails.
    func ask(_ question: String) throws -> String {
        do throws(Refusal) {
            return try answer(question)
        } catch {
            Diagnostics.say(error.text)
            throw ExitCode(error.code)
        }
    }
}
