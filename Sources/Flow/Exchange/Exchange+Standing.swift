extension Exchange {
    /// What an exchange waits for and what becomes of bodies, as it is after an event.
    ///
    /// It is asked for with every piece of a body; the exchange itself would have to be copied each time.
    public struct Standing: Sendable, Hashable {
        public let waiting: Waiting
        public let requestBody: BodyHandling
        public let responseBody: BodyHandling
        public let clientWasAnswered: Bool
    }
}
