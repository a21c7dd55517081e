internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire

/// Who tells the record of one flow at a time, while anybody keeps one.
protocol FlowTeller: AnyObject {
    var shard: ShardState { get }
    /// The name that it has in the record.
    var flow: FlowID { get }
}

/// Who tells of bodies too.
protocol BodyTeller: FlowTeller {
    /// How much of the bodies was told.
    var contentSeen: ContentSeen { get set }
}

extension FlowTeller {
    func publish(_ fact: @autoclosure () -> FlowEvent.Fact) {
        guard shard.publisher.isActive else { return }
        shard.publisher.publish(flow, at: shard.now(), fact())
    }
}

extension BodyTeller {
    /// Tells of a part of a body.
    ///
    /// - Parameter bytes: those of the part; asked for when somebody keeps them.
    func record(_ decoded: Decoded, of kind: MessageKind, _ bytes: () -> Bytes) {
        guard shard.publisher.isActive else { return }
        if let repair = decoded.repair { for quirk in repair.quirks { publish(.quirkFound(kind, quirk)) } }
        switch decoded.part {
        case .content:
            // What would be cut anyway is counted, not copied.
            let isWanted = contentSeen.take(decoded.consumed, of: kind, limit: shard.publisher.bodyLimit)
            publish(.contentReceived(kind, count: decoded.consumed, bytes: isWanted ? bytes() : nil))
        case .chunkStarted(let chunk):
            publish(.chunkStarted(kind, chunk))
        case .trailers(let trailers):
            publish(.trailersReceived(kind, trailers.section))
            for quirk in trailers.quirks { publish(.quirkFound(kind, quirk)) }
        case .requestHead, .interimHead, .responseHead, .chunkEnded, .end:
            break
        }
    }
}

extension Quirk {
    /// Bytes behind the end of the last response: they answer nothing.
    ///
    /// - Parameters:
    ///   - headSize: bytes of that response's head.
    ///   - wireSize: bytes of what came after it.
    static func bytes(_ count: Int, behindHead headSize: Int, and wireSize: UInt64) -> Quirk {
        let offset = Int(clamping: wireSize.addingReportingOverflow(UInt64(headSize)).partialValue)
        return Quirk(.bytesAfterLastMessage, offset: offset, length: count)
    }
}
