import ArgumentParser
import Bytes
import Engine
import Filter
import Flow
import Platform
import Workbench

/// The requests that are to be sent again, made ready. What cannot be sent is said, and left out.
struct ReplayPlan: Sendable {
    /// One of them.
    struct Item: Sendable {
        let recorded: FlowRecord
        let sending: Sending
        /// Microseconds behind the first of all; 0 where it is not known.
        let delay: Int64
    }

    private(set) var items: [Item] = []

    /// More bytes than these are not held in memory.
    private static let limit = 1 << 30

    /// Fails with an exit code when nothing is left to send.
    init(_ subjects: [FilterSubject], _ options: ReplayOptions) throws {
        let server = try options.server()
        let start = subjects.compactMap(\.record.startedAt).min() ?? 0
        var size = 0
        for subject in subjects {
            let record = subject.record
            do throws(ReplayProblem) {
                let (delay, isBeyond) = (record.startedAt ?? start).subtractingReportingOverflow(start)
                guard options.pace != .original || (!isBeyond && delay <= ReplayOptions.delayLimit) else {
                    Self.say(record, "it is more than 24 hours after the first one; use --pace fast")
                    continue
                }
                var request = try ReplayedRequest(record, willBeEdited: options.edit)
                    .changed(by: options.setRequestHeader.map(\.rule))
                for doubt in request.doubts { Self.tell(record, doubt) }
                guard let destination = server ?? request.destination else {
                    Self.say(record, request.unknownServer)
                    continue
                }
                if server == nil, let doubt = request.destinationDoubt { Self.tell(record, doubt) }
                if options.edit {
                    let known = request.doubts.count
                    request = try Self.edited(request)
                    for doubt in request.doubts.dropFirst(known) { Self.tell(record, doubt) }
                }
                if options.hasBareServer, request.destination?.isSecure == true, !destination.isSecure {
                    let secure = "--to https://\(options.to ?? "") keeps it"
                    Diagnostics.say("#\(record.id.number) used TLS and is sent unencrypted now; \(secure)")
                }
                size += request.bytes.count
                var sending = Sending(request.bytes, to: destination)
                sending.repeats = request.original
                items.append(Item(recorded: record, sending: sending, delay: isBeyond ? 0 : delay))
            } catch {
                Self.say(record, error.text)
            }
            guard size <= Self.limit else {
                Diagnostics.say("these requests are larger than 1 GiB together; send fewer at a time")
                throw ExitCode(EX_DATAERR)
            }
        }
        guard !items.isEmpty else { throw ExitCode(EX_DATAERR) }
    }

    /// Says what is about to be sent, and asks on a terminal. Who edited a message has decided.
    func askForConsent(_ options: ReplayOptions) throws {
        var tally = FlowTally()
        for item in items { tally.take(item.recorded) }
        let requests = items.count == 1 ? "1 request" : "\(items.count) requests"
        let times = options.times > 1 ? ", \(options.times) times" : ""
        let place = options.to.map { " to \($0)" } ?? ""
        try Consent.ask(
            "sending \(requests) again\(times)\(place.terminalEscaped): \(tally.list)", "send?",
            isForced: options.force || options.edit, elsewhere: .proceeds)
    }

    private static func edited(_ request: ReplayedRequest) throws(ReplayProblem) -> ReplayedRequest {
        do {
            return try MessageEditor.edit(request.bytes) { new throws(ReplayProblem) in try request.edited(new) }
        } catch let problem as ReplayProblem {
            throw problem
        } catch {
            throw ReplayProblem("it was not edited")
        }
    }

    private static func tell(_ record: FlowRecord, _ doubt: String) {
        Diagnostics.say("#\(record.id.number): \(doubt)")
    }

    private static func say(_ record: FlowRecord, _ text: String) {
        Diagnostics.say("#\(record.id.number) cannot be sent again: \(text)")
    }
}
