import Flow
import HTTPModel

extension FlowEvent {
    /// What an event is taken to cost while it waits: about 25,000 small ones make 16 MiB.
    var waitingCost: Int {
        let fixed = 640
        guard case .contentReceived(_, _, let bytes?) = fact else { return fixed + evidence }
        return fixed + bytes.count
    }

    /// What its flow's record grows by, content aside.
    var keepingCost: Int {
        switch fact {
        case .opened: 1024 + evidence
        case .contentReceived, .messageEnded, .relayed, .chunksOmitted, .interimDropped, .nameResolved,
            .transportConnected, .retried, .tunnelBytes, .innerMessagesOmitted, .streamNumbered, .framesOmitted,
            .waitsOmitted,
            .finished:
            0
        case .framePassed(_, let frame): 48 + frame.quirks.count * 48
        case .streamWaited: 40
        case .innerMessage(let message): 256 + evidence + message.sizeBeside
        case .chunkStarted: 48 + evidence
        case .requestHeadReceived, .upstreamSought, .handshakeEnded, .upstreamConnected, .requestForwarded,
            .interimReceived, .interimForwarded, .responseHeadReceived, .responseForwarded, .trailersReceived,
            .trailersForwarded, .innerReadingEnded, .requestLineRead, .malformedHeadReceived, .quirkFound,
            .tunnelOpened, .contentKept, .contentDecoded, .told, .ruleActed, .fieldBlockReceived, .fieldBlockForwarded:
            128 + evidence
        }
    }

    /// Bytes from the wire that it brings, content aside; about twice a head's, whose lines are taken apart.
    private var evidence: Int {
        switch fact {
        case .requestHeadReceived(let head, _): head.raw.count * 2
        case .responseHeadReceived(let head, _), .interimReceived(let head): head.raw.count * 2
        case .malformedHeadReceived(_, let bytes): bytes.count
        case .contentKept(_, let content, _): content.bytes?.count ?? 0
        case .interimForwarded(_, let sent, _), .trailersForwarded(_, let sent, _): sent.count
        case .requestForwarded(let sent, let edits): (sent?.count ?? 0) + edits.count * 128
        case .responseForwarded(let sent, let edits): sent.count + edits.count * 128
        case .trailersReceived(_, let section): section.raw.count * 2
        case .chunkStarted(_, let chunk): chunk.extension.count
        case .requestLineRead(let refused): refused.target.count
        case .tunnelBytes(_, let bytes), .fieldBlockForwarded(_, let bytes): bytes.count
        case .fieldBlockReceived(_, let block): block.bytes.count + block.places.count * 56
        case .innerMessage(let message): message.bytes.count
        case .handshakeEnded(let facts): facts.offer?.message.count ?? 0
        case .ruleActed(let act): act.action.utf8.count + act.text.utf8.count
        case .opened, .upstreamSought, .nameResolved, .transportConnected, .upstreamConnected, .interimDropped,
            .chunksOmitted, .messageEnded, .retried, .quirkFound, .tunnelOpened, .relayed, .contentReceived,
            .contentDecoded, .innerReadingEnded, .innerMessagesOmitted, .told, .finished, .streamNumbered,
            .framePassed, .framesOmitted, .waitsOmitted, .streamWaited:
            0
        }
    }
}
