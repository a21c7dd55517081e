import Bytes
import Flow
import HTTPModel
import JSON
import Messages

extension EntryReader {
    /// What HTTP/2 was on the wire for a message: its stream, frames and field blocks.
    mutating func stream(
        _ node: JSONNode, _ side: StaticString, _ message: JSONNode?, _ kind: MessageKind, _ evidence: Evidence,
        _ events: inout ReadEvents
    ) {
        if let streams = node.member("_stream", in: file),
            let number = streams.member(side, in: file)?.integer(in: file).flatMap({ UInt32(exactly: $0) })
        {
            events.at(0, .streamNumbered(kind, number))
        }
        if let block = evidence.block { events.at(0, .fieldBlockReceived(kind, block)) }
        if let block = evidence.sentBlock { events.at(0, .fieldBlockForwarded(kind, block)) }
        guard let message else { return }
        for (time, fact) in StreamEvidenceReader.read(message, in: file, of: kind) { events.at(time, fact) }
    }
}
