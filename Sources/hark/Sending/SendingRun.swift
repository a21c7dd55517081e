import ArgumentParser
import Engine
import Flow
import HTTPModel
import Platform
import Reactor
import Site
import Store

/// What sends and records: the wiring of `hark send` and `hark replay`. Made once, finished once.
struct SendingRun {
    private let sender: Sender
    private let recorder: Recorder
    private let records = SentRecords()
    private let numbering: Numbering
    /// Where the new flows are kept; nil: nowhere.
    let path: String?

    /// - Parameters:
    ///   - beside: the session of the flows that are repeated.
    ///   - forbidden: no request goes there.
    init(_ options: SendingOptions, beside: String? = nil, forbidden: [SocketAddress] = []) async throws {
        let run = RunID.random
        let tls = try TLSWiring(options.servers)
        for warning in tls.warnings { Diagnostics.say("warning: \(warning)") }
        let session = try SendingSession.open(options, beside: beside, run: run)
        path = session?.path
        numbering = Numbering(run: run, after: session?.lastNumber)
        var configuration = try options.configuration()
        configuration.reserved = { forbidden }
        let limit = 64 << 20
        var sinks: [any FlowSink] = [SentRecordSink(records)]
        if let session { sinks.append(session.sink) }
        let recorder = Recorder(
            sinks: sinks, bodyLimit: limit, numbering: numbering, diagnostics: Diagnostics.say)
        self.recorder = recorder
        var sites: [String: any LocalSite] = [:]
        for host in SecureHost.all { sites[host.name] = DemonstrationSite() }
        do throws(SocketError) {
            sender = try await Sender(
                configuration,
                events: FlowOutlet(
                    submit: { recorder.submit($0) }, isFull: { recorder.isFull }, bodyLimit: limit),
                sites: sites, tls: tls.service, diagnostics: Diagnostics.say)
        } catch {
            Diagnostics.say("cannot send: \(error)")
            throw ExitCode(EX_OSERR)
        }
    }

    /// Sends, waits for the answer, and gives what was recorded.
    func send(_ sending: Sending) async -> FlowRecord {
        let sent = await sender.send(sending)
        return await records.record(of: numbering.number(sent.flow))
    }

    /// Writes what is to be kept.
    func finish() async {
        await sender.stop()
        recorder.finish()
    }
}

extension FlowRecord {
    /// Why no whole answer came, in a sentence; nil when one did.
    var sendingFailure: String? {
        guard let outcome, outcome.kind != .complete else { return nil }
        // What the proxy says of these is for its clients.
        if outcome.code == .malformedResponse {
            guard outcome.error != nil || outcome.detail.isEmpty else { return outcome.detail }
            let reason = outcome.error?.text ?? "it violates the grammar."
            return "The response is not valid HTTP: \(reason) \(outcome.detail)"
        }
        if outcome.code == .responseTimedOut {
            return "No response arrived in time (\(outcome.detail)); to wait longer: --timeout response-head=2m"
        }
        if outcome.code == .idleTimedOut {
            return "The response stopped before its end; to wait longer: --timeout body=5m"
        }
        if outcome.code == .receiverStalled {
            return "The server stopped reading the message and did not respond."
        }
        return outcome.text
    }
}
