import Foundation
import TestKit

/// `hark proxy`, started on a free port of this machine and ready; killed, at the latest, with the last reference to
/// it.
final class RunningProxy: Sendable {
    let scratch: Scratch
    let child: Child
    /// `HOST:PORT` of each listener, in the order of the flags.
    let listeners: [String]
    /// The URL of the page, with the key in its fragment; nil when there is none.
    let page: String?
    /// Where `/metrics` is served by itself.
    let metrics: [String]

    /// `arguments` come after what every test wants: a free port, no store.
    convenience init(_ arguments: String..., listen: [String] = ["127.0.0.1:0"]) throws {
        try self.init(arguments: arguments, listen: listen)
    }

    /// - Parameters:
    ///   - command: what is run: another command that listens as `hark proxy` does.
    ///   - keepsSession: flows are kept where they are kept when nobody says anything about it.
    ///   - prefix: a program with its words that starts it, such as one that enters a namespace.
    init(
        _ command: [String] = ["proxy"], arguments: [String], listen: [String] = ["127.0.0.1:0"],
        environment: [String: String] = [:],
        keepsSession: Bool = false, prefix: [String] = []
    ) throws {
        let scratch = try Scratch()
        self.scratch = scratch
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure("no pipe") }
        let (reader, writer) = (ends[0], ends[1])
        defer { close(reader) }
        // An authority of its own: the tests leave nothing in the person's folders.
        let own =
            command + ["--ca-dir", scratch.file("ca"), "--ready-fd", "3"]
            + listen.flatMap { ["--listen", $0] }
            + (keepsSession || arguments.contains("--store") ? [] : ["--no-store"])
        do {
            // The writing end is the child's alone: here it is closed at once, so that reading ends
            // when the child is ready or gone, with no time to guess.
            defer { close(writer) }
            let words = try prefix + [Tool.hark()] + own + arguments
            child = try Child(
                words[0], Array(words.dropFirst()), environment: environment, output: scratch.file("stdout"),
                diagnostics: scratch.file("stderr"), third: writer)
        }
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Foundation.read(reader, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        listeners = text.split(separator: "\n").compactMap { line in
            line.hasPrefix("listening ") ? String(line.dropFirst("listening ".count)) : nil
        }
        page = text.split(separator: "\n").first { $0.hasPrefix("page ") }.map { String($0.dropFirst("page ".count)) }
        metrics = text.split(separator: "\n").filter { $0.hasPrefix("metrics ") }
            .map { String($0.dropFirst("metrics ".count)) }
        guard listeners.count == listen.count else {
            throw Failure("hark did not get ready; it wrote: \(text) \(Self.content(scratch.file("stderr")))")
        }
    }

    /// Where clients find it.
    var url: String { "http://" + listeners[0] }

    /// The authority's certificate, for clients that are to trust it.
    var authority: String { scratch.file("ca") + "/hark-ca.pem" }

    var port: UInt16 {
        listeners[0].split(separator: ":").last.flatMap { UInt16($0) } ?? 0
    }

    func connect() throws -> RawConnection {
        try RawConnection(port: port)
    }

    var output: String { Self.content(scratch.file("stdout")) }
    var diagnostics: String { Self.content(scratch.file("stderr")) }

    /// Asks it to stop as a person would, and waits until everything it keeps is in its files.
    @discardableResult
    func stop() throws -> Child.Ending {
        child.send(SIGTERM)
        return try child.wait()
    }

    private static func content(_ path: String) -> String {
        let data = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }
}
