extension Exchange {
    /// What an exchange waits for and what becomes of bodies, as it is after an event.
    ///
    /// It is asked for with every piece of a body; the exchange itself would have to be copied each time.
    public struct Standing: Sendable, Hashable {
        /// What is waited for, so that a time limit can be named.
        public let waiting: Waiting
        /// What is to be done with the request's content now.
        public let requestBody: BodyHandling
        /// What is to be done with the response's content now.
        public let responseBody: BodyHandling
        /// Whether the client has been sent a final response.
        public let clientWasAnswered: Bool
    }
}
