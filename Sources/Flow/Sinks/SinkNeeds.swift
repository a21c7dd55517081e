/// What a sink has to be given beside the beginning and the end of each flow. What nobody needs is not made.
package struct SinkNeeds: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Every event.
    package static let events = SinkNeeds(rawValue: 1)
    /// Open flows, once a batch.
    package static let progress = SinkNeeds(rawValue: 2)
    /// Content as it comes.
    package static let pieces = SinkNeeds(rawValue: 4)
    /// Every event, and those of the messages inside of exchanges too.
    package static let messages = SinkNeeds(rawValue: 17)
    /// Every event, with the bytes of content in `contentReceived`.
    package static let content = SinkNeeds(rawValue: 33)
    /// Content of finished flows, in their records.
    package static let bodies = SinkNeeds(rawValue: 8)
}
