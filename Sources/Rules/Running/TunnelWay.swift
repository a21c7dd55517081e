import Filter
package import Flow

/// The proxy that rules want a tunnel to go through, and what they did for it.
package struct TunnelWay: Sendable {
    package let proxy: UpstreamProxy
    package let acts: [RuleAct]
}

extension RuleBook {
    /// What `via` says of a CONNECT, before its server is sought; of several rules the last one counts, as for
    /// requests.
    ///
    /// Of rules that count messages, or are asked by chance, nothing: their turns are those of requests, and who comes
    /// through the tunnel with one would find that its turn has gone.
    ///
    /// - Parameter record: with the CONNECT as its request.
    package func tunnelWay(_ record: FlowRecord) -> TunnelWay? {
        let subject = FilterSubject(record, reader: RuleRun.reader)
        var found: UpstreamProxy?
        var acts: [RuleAct] = []
        for ready in ready where ready.stage == .request && ready.rule.turn == .always {
            let rule = ready.rule
            guard rule.isFinal || rule.steps.contains(where: { $0.action.proxy != nil }), ready.matcher.matches(subject)
            else {
                continue
            }
            for step in rule.steps {
                guard let proxy = step.action.proxy else { continue }
                found = proxy
                acts.append(ready.act(step, "Used the upstream proxy \(proxy)."))
            }
            if rule.isFinal { break }
        }
        return found.map { TunnelWay(proxy: $0, acts: acts) }
    }

    /// Whether any rule names a proxy.
    package var namesProxies: Bool { rules.contains { rule in rule.steps.contains { $0.action.proxy != nil } } }
}
