/// Sends requests again for the page. Safe to use from anywhere.
package protocol PageSender: Sendable {
    func send(_ order: PageSending, _ done: @escaping @Sendable (Result<UInt64?, PageError>) -> Void)
}
