import Bytes
import Filter
import Flow
import HTTPModel

/// A response's head while the rules that act on it have their turn.
struct ResponseWork {
    var orders = RuleOrders()
    let values: RuleValues
    var fields: FieldWork

    let hasBody: Bool
    /// It is an answer in the place of a server that was not asked: what bears on any response is told only now.
    let isUnasked: Bool

    init(_ section: FieldSection, _ values: RuleValues, hasBody: Bool, after flags: [HeaderRule], isTold: Bool) {
        self.values = values
        self.hasBody = hasBody
        isUnasked = false
        fields = FieldWork(section, isTold: isTold)
        for flag in flags { fields.apply(flag) }
    }

    /// Of an answer of a rule's own.
    init(_ lines: [(name: Bytes, value: Bytes)], _ values: RuleValues, isUnasked: Bool) {
        self.values = values
        self.isUnasked = isUnasked
        hasBody = false
        fields = FieldWork(lines)
    }

    /// What all of them want together.
    func finished() -> RuleOrders {
        var orders = orders
        orders.fields = fields.wishes
        return orders
    }

    /// The lines as they stand now.
    mutating func lines() -> [(name: Bytes, value: Bytes)] { fields.all() }

    mutating func take(_ step: RuleStep, _ ready: RuleBook.Ready, _ run: RuleRun) {
        let before = (fields.wishes.count, orders.trailers.count)
        let wasOver = orders.ending != nil
        if wasOver, !step.action.outlastsAnswer { return }
        fields.isRaw = step.isRaw
        guard let text = step.action.change(&self, step, of: ready, run) else { return }
        let act = ready.act(step, text)
        orders.note(act, step, wasOver: wasOver)
        guard step.isRaw else { return }
        let made = fields.wishes.dropFirst(before.0) + orders.trailers.dropFirst(before.1)
        orders.noteFormless(made, step, ready)
    }
}
