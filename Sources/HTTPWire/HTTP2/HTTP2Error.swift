/// Which rule of HTTP/2 the peer broke, at which octet, and what ends by it: one stream, or the connection.
package struct HTTP2Error: Error, Sendable, Hashable {
    /// What ends (RFC 9113 §5.4).
    package enum Scope: Sendable, Hashable {
        case connection
        case stream(UInt32)
    }

    /// What is wrong.
    package enum Code: String, Sendable, CaseIterable {
        // Frames.
        case malformedPreface, missingSettings, frameTooLarge, wrongFrameSize, missingStream, needlessStream
        case paddingTooLong, selfDependency, zeroIncrement
        case malformedSetting, initialWindowTooLarge, refusedPush, misplacedPriorityUpdate
        // Field blocks.
        case interruptedBlock, strayContinuation, compression
        // Streams.
        case idleStream, closedStream, wrongStreamNumber, tooManyStreams, headersInTunnel
        // Windows.
        case windowExceeded, windowOverflow
        // Floods: each is a member of `HTTP2Limits`.
        case blockTooLarge, tooManyContinuations, emptyContinuation, tooManyValues
        case resetFlood, settingsFlood, pingFlood, acknowledgementFlood, emptyDataFlood, priorityFlood
        case windowUpdateFlood
        // The end.
        case truncated
    }

    /// What is wrong.
    package let code: Code
    /// What ends by it.
    package let scope: Scope
    /// Octets from the start of what the peer sent; of a frame that came whole, where it begins.
    package let offset: UInt64
    /// Of `compression`: what is wrong with the field block.
    package let cause: HPACKError?

    /// An error at a place of what the peer sent.
    package init(_ code: Code, _ scope: Scope = .connection, offset: UInt64, cause: HPACKError? = nil) {
        self.code = code
        self.scope = scope
        self.offset = offset
        self.cause = cause
    }

    /// What the peer is told (RFC 9113 §7).
    package var errorCode: HTTP2ErrorCode {
        switch code {
        case .malformedPreface, .missingSettings, .missingStream, .needlessStream, .paddingTooLong, .selfDependency,
            .zeroIncrement, .malformedSetting, .refusedPush, .misplacedPriorityUpdate, .interruptedBlock,
            .strayContinuation, .idleStream, .wrongStreamNumber, .headersInTunnel, .truncated:
            .protocolError
        case .frameTooLarge, .wrongFrameSize: .frameSizeError
        // A bomb can be decoded; it is not worth it.
        case .compression: cause?.code == .bomb ? .enhanceYourCalm : .compressionError
        case .closedStream: .streamClosed
        case .tooManyStreams: .refusedStream
        case .initialWindowTooLarge, .windowExceeded, .windowOverflow: .flowControlError
        case .blockTooLarge, .tooManyContinuations, .emptyContinuation, .tooManyValues, .resetFlood, .settingsFlood,
            .pingFlood, .acknowledgementFlood, .emptyDataFlood, .priorityFlood, .windowUpdateFlood:
            .enhanceYourCalm
        }
    }

    /// One plain sentence for people.
    package var text: String {
        switch code {
        case .malformedPreface: "The connection does not begin with the HTTP/2 preface."
        case .missingSettings: "The first frame is not SETTINGS."
        case .frameTooLarge: "A frame is longer than SETTINGS_MAX_FRAME_SIZE allows."
        case .wrongFrameSize: "A frame has a length that its type does not allow."
        case .missingStream: "A frame that belongs to a stream came on stream 0."
        case .needlessStream: "A frame that belongs to the connection came on a stream."
        case .paddingTooLong: "A frame declares more padding than its length."
        case .selfDependency: "A frame declares that a stream depends on itself."
        case .zeroIncrement: "A WINDOW_UPDATE adds nothing to the window."
        case .malformedSetting: "A setting has an invalid value."
        case .initialWindowTooLarge: "SETTINGS_INITIAL_WINDOW_SIZE is larger than 2147483647."
        case .refusedPush: "A response was pushed although push is disabled."
        case .misplacedPriorityUpdate: "A PRIORITY_UPDATE came from a server, or names no stream."
        case .interruptedBlock: "Another frame came before the field block was complete."
        case .strayContinuation: "A CONTINUATION frame came without a field block to continue."
        case .compression: cause?.text ?? "A field block cannot be decoded."
        case .idleStream: "A frame came for a stream that was never opened."
        case .closedStream: "A frame came for a stream whose sender had ended it."
        case .wrongStreamNumber: "A stream was opened with a number that its sender may not use, or no longer."
        case .tooManyStreams: "More streams were opened than are allowed at once."
        case .headersInTunnel: "HEADERS came on a tunnel stream, where only DATA is allowed."
        case .windowExceeded: "More was sent than the window allowed."
        case .windowOverflow: "A window was made larger than 2147483647."
        case .blockTooLarge: "A field block is larger than the limit."
        case .tooManyContinuations: "A field block has more CONTINUATION frames than the limit."
        case .emptyContinuation: "A CONTINUATION frame is empty and not the last."
        case .tooManyValues: "A SETTINGS frame has more values than the limit."
        case .resetFlood: "Streams were reset, or used after their end, faster than the limit."
        case .settingsFlood: "SETTINGS came faster than the limit."
        case .pingFlood: "PING came faster than the limit."
        case .acknowledgementFlood: "The peer requests acknowledgements and does not read them."
        case .emptyDataFlood: "More empty DATA frames came in a row than the limit."
        case .priorityFlood: "More priority frames and unknown frames came than the limit."
        case .windowUpdateFlood: "More WINDOW_UPDATE frames came than the sent data can explain."
        case .truncated: "The connection was closed within a frame."
        }
    }

    /// The section that speaks of it.
    package var spec: String {
        switch code {
        case .malformedPreface, .missingSettings: "RFC 9113 §3.4"
        case .frameTooLarge, .wrongFrameSize, .truncated: "RFC 9113 §4.2"
        case .missingStream, .needlessStream: "RFC 9113 §6"
        case .paddingTooLong: "RFC 9113 §6.1"
        case .selfDependency: "RFC 7540 §5.3.1"
        case .zeroIncrement: "RFC 9113 §6.9"
        case .malformedSetting, .initialWindowTooLarge: "RFC 9113 §6.5.2"
        case .refusedPush: "RFC 9113 §8.4"
        case .misplacedPriorityUpdate: "RFC 9218 §7.1"
        case .interruptedBlock, .strayContinuation: "RFC 9113 §6.10"
        case .compression: cause?.spec ?? "RFC 9113 §4.3"
        case .idleStream, .closedStream: "RFC 9113 §5.1"
        case .wrongStreamNumber: "RFC 9113 §5.1.1"
        case .tooManyStreams: "RFC 9113 §5.1.2"
        case .headersInTunnel: "RFC 9113 §8.5"
        case .windowExceeded: "RFC 9113 §6.9.1"
        case .windowOverflow: "RFC 9113 §6.9.1"
        case .blockTooLarge, .tooManyContinuations, .emptyContinuation, .tooManyValues, .resetFlood, .settingsFlood,
            .pingFlood, .acknowledgementFlood, .emptyDataFlood, .priorityFlood, .windowUpdateFlood:
            "RFC 9113 §10.5"
        }
    }
}
