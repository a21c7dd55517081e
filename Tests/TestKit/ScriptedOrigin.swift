import Foundation
import Synchronization

/// A server whose every byte a test decides. Each connection is given to the script on a thread of its own, with its
/// number (from 1); it is closed when the script returns. What a script throws is kept for `problems`.
package final class ScriptedOrigin: Sendable {
    package typealias Script = @Sendable (_ connection: RawConnection, _ number: Int) throws -> Void

    package let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())
    private let asked: Asked

    /// The heads of requests, in the order they came.
    private final class Asked: Sendable {
        let heads = Mutex<[String]>([])
    }

    private struct State {
        var connections = 0
        var problems: [String] = []
    }

    package convenience init(_ script: @escaping Script) throws {
        try self.init(Asked(), script)
    }

    private init(_ asked: Asked, _ script: @escaping Script) throws {
        self.asked = asked
        (listener, port) = try Loopback.listen()
        let listener = listener
        // The thread holds the origin only while it serves, so that letting go of the origin ends it.
        Thread.detachNewThread { [weak self] in
            while true {
                let descriptor = accept(listener, nil, nil)
                if descriptor < 0, errno == EINTR || errno == ECONNABORTED { continue }
                guard descriptor >= 0 else { return }
                guard let self else {
                    close(descriptor)
                    return
                }
                serve(RawConnection(adopting: descriptor), script)
            }
        }
    }

    /// Answers every request on every connection with the same bytes; requests with a Content-Length are read to their
    /// end.
    package convenience init(answering answer: String, closing: Bool = false) throws {
        try self.init(answering: Array(answer.utf8), closing: closing)
    }

    package convenience init(answering answer: [UInt8], closing: Bool = false) throws {
        let asked = Asked()
        try self.init(asked) { connection, _ in
            while let head = try? connection.receiveHead() {
                asked.heads.withLock { $0.append(head) }
                if let length = Self.contentLength(head) { _ = try connection.receive(exactly: length) }
                try connection.send(answer)
                if closing { return }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private func serve(_ connection: RawConnection, _ script: @escaping Script) {
        let number = state.withLock { state in
            state.connections += 1
            return state.connections
        }
        Thread.detachNewThread {
            do {
                try script(connection, number)
            } catch {
                self.state.withLock { $0.problems.append("connection \(number): \(error)") }
            }
            connection.close()
        }
    }

    package var host: String { "127.0.0.1:\(port)" }
    package var url: String { "http://\(host)" }
    package var connectionCount: Int { state.withLock { $0.connections } }
    package var problems: [String] { state.withLock { $0.problems } }
    /// The heads of the requests that were all answered alike.
    package var heads: [String] { asked.heads.withLock { $0 } }

    package static func contentLength(_ head: String) -> Int? {
        for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-length:") {
            return Int(line.drop { $0 != ":" }.dropFirst().trimmingPrefix(" "))
        }
        return nil
    }
}

/// A value handed from one thread to another; taking waits for it, half a minute at most.
package final class Handover<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    package init() {}

    package func put(_ value: Value) {
        values.withLock { $0.append(value) }
    }

    package func take(_ what: String) throws -> Value {
        var taken: Value?
        try eventually(what) {
            taken = values.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            return taken != nil
        }
        guard let taken else { throw Failure(what) }
        return taken
    }
}
