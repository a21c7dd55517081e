import Bytes
import Flow
import Messages

/// A connection of HTTP/2 as a row of `pack` that has no flows: a line of the log. A value.
struct ConnectionPack: Sendable {
    let day: FleetDay
    let number: Int64
    let records: Bytes

    /// - Parameters:
    ///   - run: as which it is shipped.
    ///   - isRedacted: what the other side wrote into GOAWAY frames is left out.
    init(_ connection: ConnectionRecord, run: RunID, isRedacted: Bool) {
        var connection = connection
        connection.run = run
        if isRedacted { connection.forgetDebugData() }
        day = FleetDay(of: connection.wallClock)
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("_connection")
        writer.connection(connection)
        writer.endObject()
        let line = unsafe Bytes(writer.withBytes { unsafe Array($0) } + [ASCII.lineFeed])
        number = FleetDigest.number(line)
        records = ZstdFrame.compress(line) ?? Bytes()
    }
}
