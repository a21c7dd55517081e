import Explain
import Fleet
import Library
import Platform
import Synchronization

/// The database of a fleet that a command reads for long, as the page and agents do: opened once for the process, so
/// that a number names the same flow for whoever asks.
enum OpenedFleet {
    typealias Flows = SharedLibrary<NumberedFleet>

    private static let opened = Mutex<[String: Flows]>([:])

    /// Why nothing of it can be changed from the page.
    static let readOnly = "The page does not change a database; 'hark tag', 'pin' and 'comment' with --session do."

    /// Opens it where a session names a fleet; nil for any other. Fails with a sentence and an exit code.
    static func open(_ session: String?) throws -> (flows: Flows, start: Int64)? {
        guard let session, FleetLibrary.isFleet(session) else { return nil }
        let made: (flows: Flows, start: Int64) = try FleetConnector.saying {
            let connector = FleetConnector()
            let address = try connector.address(session, of: "--session")
            let fleet = try NumberedFleet(
                ReconnectingLink { try connector.open(address) }, reader: .standard,
                clock: { Int64(clamping: Clock.nanoseconds() / 1_000) }, met: { Diagnostics.say(sentence($0)) })
            let start = try fleet.start() ?? Clock.microseconds()
            return (Flows(fleet), start)
        }
        opened.withLock { $0[session] = made.flows }
        return made
    }

    /// That of this session, if it is open.
    static func flows(of session: String) -> Flows? { opened.withLock { $0[session] } }

    private static func sentence(_ bound: NumberedFleet.Bound) -> String {
        switch bound {
        case .flows(let limit):
            "the newest \(limit) flows of the database are read here; 'hark flows' reads all"
        case .list(let limit): "a list has the newest \(limit) flows that match"
        }
    }
}
