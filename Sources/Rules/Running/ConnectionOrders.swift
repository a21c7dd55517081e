package import Bytes
import Filter
package import Flow
package import HTTPModel
import HTTPWire

/// What rules want of a client's TLS connection, before anything was spoken inside.
package struct ConnectionOrders: Sendable {
    /// Its bytes are relayed unread.
    package var isRelayed = false
    /// The client's handshake ends with this alert.
    package var alert: UInt8?
    /// The client is shown a certificate that is over.
    package var showsExpired = false
    package var acts: [RuleAct] = []

    package init() {}
}

extension RuleBook {
    /// What the rules say of a connection: of those that are about connections, all that mean it.
    ///
    /// - Parameters:
    ///   - record: with a CONNECT as its request, and what the client's TLS asks for.
    ///   - named: whom its TLS asks for (SNI), so that `host` means that one as well.
    package func connection(
        _ record: FlowRecord, named: Bytes?, counting: any RuleCounting, seed: UInt64
    ) -> ConnectionOrders {
        var orders = ConnectionOrders()
        let subjects = [record, named.flatMap { Self.record(record, for: $0) }].compactMap { $0 }.map {
            FilterSubject($0, reader: RuleRun.reader)
        }
        for ready in self.ready {
            let steps = ready.rule.steps.filter(\.action.isOfConnections)
            let stops = ready.rule.isFinal && ready.rule.turn == .always
            guard !steps.isEmpty || stops, subjects.contains(where: { ready.matcher.matches($0) }) else { continue }
            if !steps.isEmpty {
                guard ready.rule.turn.comes(ready.key, seed: seed, counting) else { continue }
                for step in steps {
                    if let text = step.action.change(&orders) { orders.acts.append(ready.act(step, text)) }
                }
            }
            if ready.rule.isFinal { break }
        }
        return orders
    }

    /// Whether any rule is about connections.
    package var isAboutConnections: Bool {
        rules.contains { rule in rule.steps.contains { $0.action.isOfConnections } }
    }

    /// The same connection, as if its CONNECT had been for this name.
    private static func record(_ record: FlowRecord, for name: Bytes) -> FlowRecord? {
        guard let target = record.requestHead?.target, target.host.map({ record.requestHead?.raw.slice($0) }) != name
        else { return nil }
        var other = record
        other.requestHead = connect(to: name, port: target.port ?? 443)
        return other
    }

    /// The head of a CONNECT, for a connection that came without one.
    package static func connect(to name: Bytes, port: UInt16) -> RequestHead {
        let host = name.contains(ASCII.colon) ? "[\(name.text)]" : name.text
        return RecordedHead.request(Bytes("CONNECT \(host):\(port) HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n")).head
    }
}
