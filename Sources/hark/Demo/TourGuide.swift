import Bytes
import Dispatch
import Doctor
import Engine
import HTTPModel
import Platform
import Reactor
import Site
import Views

/// Walks the tour: prints what to look at, sends the requests, waits until the proxy has printed them.
struct TourGuide {
    let proxy: SocketAddress
    let finished: FinishedCount
    let output: Int32
    /// Somebody reads it on a terminal and types there: each step waits until they have read it.
    let waits: Bool

    /// nil when the whole tour was walked.
    func walk() async -> String? {
        let steps = DemoTour.steps
        var sent = 0
        for (index, step) in steps.enumerated() {
            say("\n\(index + 1)/\(steps.count)  \(step.title)\n\(Self.wrapped(step.watch))\n\n")
            var exchanges: [TourExchange] = []
            while let request = step.next(exchanges) {
                sent += 1
                do throws(ProbeFailure) {
                    exchanges.append(try Self.send(request, to: proxy))
                } catch {
                    return "\(request.method.name.text) \(request.target): \(error.text)"
                }
                await waitUntilPrinted(sent)
                for line in exchanges.last?.lines(named: step.fields) ?? [] {
                    say("          \(line.terminalEscaped)\n")
                }
            }
            if waits, index + 1 < steps.count, await !wantsMore() { return nil }
        }
        say("\nEnd of the tour. Open its pages through the proxy:\n")
        say("  hark proxy\n  curl -x http://127.0.0.1:8888 http://demo.hark.test/\n\n")
        say("The same over TLS, and a server with an expired certificate:\n")
        say("  hark run -- curl https://demo.hark.test/\n  hark run -- curl https://expired.demo.hark.test/\n\n")
        return nil
    }

    /// Waits for the Return key. False when the person has seen enough; nobody who can no longer type is waited for.
    private func wantsMore() async -> Bool {
        say("\n      [Return: next step, q: quit] ")
        return await withCheckedContinuation { continuation in
            DispatchQueue(label: "hark.tour").async {
                var line: [UInt8] = []
                var byte: UInt8 = 0
                while line.count < 100, SystemCall.read(STDIN_FILENO, &byte, 1) == 1, byte != ASCII.lineFeed {
                    line.append(byte)
                }
                continuation.resume(returning: line != [UInt8(ascii: "q")] && line != [UInt8(ascii: "Q")])
            }
        }
    }

    private static func send(_ request: TourRequest, to proxy: SocketAddress) throws(ProbeFailure) -> TourExchange {
        let connection = try ProbeConnection(to: HostPort(host: "127.0.0.1", port: proxy.port), patience: 30)
        let exchange = try ProbeExchange(
            request.head, request.method, content: request.body, awaitsContinue: request.awaitsContinue,
            over: connection)
        return TourExchange(
            request: request, interim: exchange.interim, response: exchange.head, trailers: exchange.trailers,
            body: exchange.body)
    }

    /// The proxy prints on a queue of its own, a moment after the client has its answer.
    private func waitUntilPrinted(_ count: Int) async {
        for _ in 0..<1_000 where finished.value < count {
            try? await Task.sleep(nanoseconds: 2_000_000)
        }
    }

    private func say(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
    }

    /// Lines of at most 78 columns, indented.
    private static func wrapped(_ text: String) -> String {
        WrappedText.lines(text, width: 72).map { "      \($0)" }.joined(separator: "\n")
    }
}
