/// Which tables besides `flow` and `head` have something of a flow, so that reading one asks no table in vain.
struct FlowParts: OptionSet {
    let rawValue: Int64

    static let interim = FlowParts(rawValue: 1)
    static let requestChunks = FlowParts(rawValue: 2)
    static let responseChunks = FlowParts(rawValue: 4)
    static let quirks = FlowParts(rawValue: 8)
    static let changes = FlowParts(rawValue: 16)
    static let extra = FlowParts(rawValue: 32)
}
