extension Exchange {
    /// What an exchange waits for and how it handles bodies, after an event.
    ///
    /// It is read for every piece of a body; the exchange itself would have to be copied each time.
    public struct Standing: Sendable, Hashable {
        /// What is awaited, which determines the time limit.
        public let waiting: Waiting
        /// How to handle the request's content now.
        public let requestBody: BodyHandling
        /// How to handle the response's content now.
        public let responseBody: BodyHandling
        /// Whether the client has been sent a final response.
        public let clientWasAnswered: Bool
        /// How the content of the request goes on, also when all of it went; as it came, when nobody had to decide.
        let requestHandling: BodyHandling
        /// The same of the response.
        let responseHandling: BodyHandling
        /// Content of the request is here before its head goes, and follows that.
        package let hasKeptBody: Bool
        /// Whether rules want fields after the request's content.
        let wantsRequestTrailers: Bool
        /// The same of the response's.
        let wantsResponseTrailers: Bool
    }
}
