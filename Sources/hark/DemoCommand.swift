import ArgumentParser
import Bytes
import DemoSite
import Engine
import Flow
import HTTPModel
import Reactor
import Synchronization
import Views

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `hark demo`: run the proxy, walk through the demo site with a small client, print the exchanges as a lesson.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Walk through the built-in demo site; needs no network.",
        discussion: """
            Each step says what to look at, then sends its requests through the proxy, which prints them as it prints \
            anyone's.

            Example:
              hark demo --har tour.har
            """)

    @OptionGroup var options: ProxyOptions

    func validate() throws {
        if options.quiet { throw ValidationError("--quiet would leave nothing of the tour to see.") }
    }

    func run() async throws {
        var configuration = ProxyConfiguration()
        configuration.listeners = [HostPort(host: "127.0.0.1", port: 0)]
        configuration.policy = ForwardingPolicy(rules: options.headers.rules)
        let finished = FinishedCount()
        let session = try Session(options, configuration, last: { FinishedSink(finished) })
        let server = try await session.start()
        Task.detached {
            let signal = await Signals.wait()
            await session.stop(server)
            endProcess(128 + signal)
        }
        let guide = TourGuide(proxy: server.addresses[0], finished: finished, output: options.log == "-" ? 2 : 1)
        let failure = await guide.walk()
        await session.stop(server)
        if let failure {
            Diagnostics.say("the tour ended early: \(failure)")
            throw ExitCode(EX_SOFTWARE)
        }
    }
}

/// How many flows have ended and been printed. Safe to use from anywhere.
final class FinishedCount: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add(_ number: Int) {
        count.withLock { $0 += number }
    }
}

/// Counts finished flows once the terminal has printed them, as it comes after the terminal.
private final class FinishedSink: FlowSink {
    private let total: FinishedCount
    private var inBatch = 0

    init(_ total: FinishedCount) {
        self.total = total
    }

    var needs: SinkNeeds { [] }

    func finished(_ record: FlowRecord) {
        inBatch += 1
    }

    func close() {}

    func batchEnded() {
        total.add(inBatch)
        inBatch = 0
    }
}

/// Walks the tour: prints what to look at, sends the requests, waits until the proxy has printed them.
private struct TourGuide {
    let proxy: SocketAddress
    let finished: FinishedCount
    let output: Int32

    /// nil when the whole tour was walked.
    func walk() async -> String? {
        let steps = DemoTour.steps
        var sent = 0
        for (index, step) in steps.enumerated() {
            say("\n\(index + 1)/\(steps.count)  \(step.title)\n\(Self.wrapped(step.watch))\n\n")
            var exchanges: [TourExchange] = []
            while let request = step.next(exchanges) {
                sent += 1
                do throws(TourClient.Failure) {
                    exchanges.append(try TourClient.send(request, to: proxy))
                } catch {
                    return "\(request.method.name.text) \(request.target): \(error.text)"
                }
                await waitUntilPrinted(sent)
                for line in exchanges.last?.lines(named: step.fields) ?? [] { say("          \(line.shown)\n") }
            }
        }
        say("\nThat was the tour. Its pages are at http://demo.hark.test/ through the proxy:\n")
        say("  hark proxy\n  curl -x http://127.0.0.1:8888 http://demo.hark.test/\n\n")
        say("The same over TLS, and a server whose certificate is wrong:\n")
        say("  hark run -- curl https://demo.hark.test/\n  hark run -- curl https://expired.demo.hark.test/\n\n")
        return nil
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
