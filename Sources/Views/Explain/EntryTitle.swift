import Explain
package import Flow
import HTTPModel
import HTTPSemantics

/// The line that names an entry of a session.
package struct EntryTitle {
    private let exchange: FlowRecord

    package init(_ exchange: FlowRecord) {
        self.exchange = exchange
    }

    package func write(to page: inout PageWriter) {
        let number = "#\(exchange.id.number)"
        page.pad(to: max(1, 5 - number.count))
        page.flow(Prose(stringLiteral: number), at: 1, ink: .quiet)
        page.pad(to: 6)
        page.flow(
            "\(exchange.method.name) \((ExchangeURL.url(exchange) ?? exchange.url).abbreviated(to: 200))", at: 7,
            ink: .strong, quotes: .strong)
        page.prose(
            exchange.status.map { "\($0)" } ?? "no response", at: 7,
            ink: (exchange.status ?? 600) >= 400 ? .bad : .quiet)
    }
}
