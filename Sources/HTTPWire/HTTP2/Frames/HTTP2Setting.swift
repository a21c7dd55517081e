/// One value of a SETTINGS frame (RFC 9113 §6.5.1), known or not.
package struct HTTP2Setting: Sendable, Hashable {
    /// The settings that are understood; the registry has their names and words.
    package enum Identifier: UInt16, Sendable, CaseIterable {
        case headerTableSize = 1
        case enablePush, maxConcurrentStreams, initialWindowSize, maxFrameSize, maxHeaderListSize
        case enableConnectProtocol = 8
        case noPriorities
    }

    /// The number that stands in the frame.
    package let number: UInt16
    /// The value.
    package let value: UInt32

    /// A setting as it stands in a frame.
    package init(number: UInt16, value: UInt32) {
        self.number = number
        self.value = value
    }

    /// A setting by its name.
    package init(_ identifier: Identifier, _ value: UInt32) {
        self.init(number: identifier.rawValue, value: value)
    }

    /// Nil for one that nobody here understands.
    package var identifier: Identifier? { Identifier(rawValue: number) }

    /// What is wrong with the value; nil when nothing is.
    var fault: HTTP2Error.Code? {
        switch identifier {
        case .enablePush, .enableConnectProtocol, .noPriorities: value > 1 ? .malformedSetting : nil
        case .initialWindowSize: value > UInt32(Int32.max) ? .initialWindowTooLarge : nil
        // RFC 9113 §6.5.2: between 2^14 and 2^24 − 1.
        case .maxFrameSize: (16_384...16_777_215).contains(value) ? nil : .malformedSetting
        case .headerTableSize, .maxConcurrentStreams, .maxHeaderListSize, nil: nil
        }
    }
}

/// What one side has told of itself, with what holds where it said nothing (RFC 9113 §6.5.2).
package struct HTTP2Settings: Sendable, Hashable {
    package private(set) var headerTableSize: UInt32 = 4096
    private(set) var allowsPush = true
    /// Nil for any number.
    package private(set) var maxConcurrentStreams: UInt32?
    package private(set) var initialWindowSize: UInt32 = 65_535
    package private(set) var maxFrameSize: UInt32 = 16_384
    /// Nil for any size.
    private(set) var maxHeaderListSize: UInt32?
    /// RFC 8441 §3.
    package private(set) var allowsExtendedConnect = false
    /// RFC 9218 §2.1.
    private(set) var ignoresPriorities = false

    /// Takes one value in.
    package mutating func take(_ setting: HTTP2Setting) {
        switch setting.identifier {
        case .headerTableSize: headerTableSize = setting.value
        case .enablePush: allowsPush = setting.value == 1
        case .maxConcurrentStreams: maxConcurrentStreams = setting.value
        case .initialWindowSize: initialWindowSize = setting.value
        case .maxFrameSize: maxFrameSize = setting.value
        case .maxHeaderListSize: maxHeaderListSize = setting.value
        case .enableConnectProtocol: allowsExtendedConnect = setting.value == 1
        case .noPriorities: ignoresPriorities = setting.value == 1
        case nil: break
        }
    }
}
