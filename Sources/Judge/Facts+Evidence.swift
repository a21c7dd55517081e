package import Bytes
import Explain
package import Flow
package import HTTPModel
import HTTPWire

extension Facts {
    /// What is recorded beneath the messages: what carried them in HTTP/2, and what ran inside of the exchange.
    package struct Evidence: Sendable {
        /// One message's.
        package struct Side: Sendable {
            /// The first frames of its stream, both ways.
            package var frames: [(frame: StreamFrame, time: Instant)] = []
            /// How many there were.
            package var frameCount = 0
            /// Times in which something of it had to wait.
            package var waits: [StreamWait] = []
            /// The block that its head came in.
            package var block: HeadBlock?
            /// Its list of fields, where that made no head: a line each.
            package var refused: Bytes?
            /// The fields after its content.
            package var trailers: FieldSection?
            /// How many interim heads came before its own.
            package var interim = 0

            package init() {}
        }

        package var request = Side()
        package var response = Side()
        package var inner = InnerMessages()
        /// Nothing more comes.
        package var isOver = true
        /// With which GOAWAY the server ended the connection before it answered; nil when it did not.
        package var goAway: String?
        /// How long its parts took; nil when nothing was measured.
        package var times: PhaseTimes?
        /// The connections that carried it, where they had TLS.
        package var clientTLS: TLSFacts?
        package var upstreamTLS: TLSFacts?
        /// It became a WebSocket.
        package var isWebSocket = false

        package init() {}

        package subscript(kind: MessageKind) -> Side {
            get {
                switch kind {
                case .request: request
                case .response: response
                }
            }
            set {
                switch kind {
                case .request: request = newValue
                case .response: response = newValue
                }
            }
        }

        /// Something of it passed in HTTP/2.
        var isStreamed: Bool {
            request.frameCount > 0 || response.frameCount > 0 || request.block != nil || response.block != nil
                || request.refused != nil || response.refused != nil
        }
    }
}

// What several checks ask.
extension Facts.Evidence {
    /// Where a message of frames ended; nil for one that came otherwise.
    func framing(_ kind: MessageKind) -> StreamFraming? {
        let side = self[kind]
        return StreamFraming(side.frames, of: side.frameCount, isOver: isOver, interim: side.interim)
    }

    /// What makes a list of fields that was refused malformed, and the line that it stands on.
    func fault(_ kind: MessageKind) -> (fault: FieldFault, line: Bytes)? {
        guard let refused = self[kind].refused else { return nil }
        let section = RecordedHead.section(refused, hasStartLine: false)
        guard let fault = FieldRules.fault(section, kind) else { return nil }
        let line = fault.line.map { section.lines[$0] }
        return (fault, line.map { section.raw.slice(Int($0.start)..<Int($0.valueEnd)) } ?? Bytes())
    }

    /// How long a message waited for one of these, in microseconds.
    func waited(_ kind: MessageKind, for causes: Set<StreamWait.Cause>) -> Int64 {
        self[kind].waits.reduce(0) { causes.contains($1.cause) ? $0 + $1.end.microseconds(since: $1.start) : $0 }
    }

    /// The first frame that came with this quirk, by the name that notes have for it.
    func frame(with quirk: String) -> (kind: MessageKind, frame: StreamFrame)? {
        for kind in MessageKind.allCases {
            if let found = self[kind].frames.first(where: { $0.frame.quirks.contains { $0.code == quirk } }) {
                return (kind, found.frame)
            }
        }
        return nil
    }
}

extension MessageKind {
    /// Whose words the message is.
    var sender: String {
        switch self {
        case .request: "client"
        case .response: "server"
        }
    }
}
