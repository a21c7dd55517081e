import Bytes
import Flow
import HTTPModel

/// A request's head while the rules that act on it have their turn.
struct RequestWork {
    var orders = RuleOrders()
    let values: RuleValues
    var fields: FieldWork
    private var madeLine: LineWork?
    let hasBody: Bool
    /// Who changed the request line, in order.
    private var lineActs: [(isOfMethod: Bool, act: RuleAct)] = []

    /// Somebody is told what rules do.
    private let isTold: Bool

    init(_ values: RuleValues, hasBody: Bool, after flags: [HeaderRule], isTold: Bool) {
        self.values = values
        self.hasBody = hasBody
        self.isTold = isTold
        fields = FieldWork(values.record.requestFields, isTold: isTold)
        for flag in flags { fields.apply(flag) }
    }

    /// Few rules look at it.
    var line: LineWork {
        get { madeLine ?? LineWork(values) }
        set { madeLine = newValue }
    }

    /// What all of them want together.
    func finished() -> RuleOrders {
        var orders = orders
        orders.fields = fields.wishes
        orders.line = madeLine?.wanted
        orders.formless += formlessLine
        return orders
    }

    /// So many rules have their turn.
    mutating func expect(_ count: Int) { fields.expect(count) }

    /// Takes up what a rule wishes of the fields; false where there is no request any more that it could change.
    mutating func wish(_ wish: HeaderRule) -> Bool {
        guard orders.ending == nil else { return false }
        fields.apply(wish)
        return true
    }

    /// Carries a rule out, as far as it is about requests.
    mutating func take(_ ready: RuleBook.Ready, _ run: RuleRun) {
        for step in ready.steps {
            guard let wish = step.plainRequestWish, orders.ending == nil else {
                take(step, ready, run)
                continue
            }
            if fields.apply(wish), isTold, let act = step.usualAct { orders.acts.append(act) }
        }
    }

    private mutating func take(_ step: RuleStep, _ ready: RuleBook.Ready, _ run: RuleRun) {
        let before = (fields.wishes.count, orders.trailers.count)
        let wasOver = orders.ending != nil
        // What answers in place of a server leaves no request to be changed.
        if wasOver, !step.action.outlastsAnswer { return }
        let lineBefore = madeLine
        fields.isRaw = step.isRaw
        if step.isRaw || madeLine != nil { line.isRaw = step.isRaw }
        guard let text = step.action.change(&self, step, of: ready, run) else { return }
        let act = ready.act(step, text)
        orders.note(act, step, wasOver: wasOver)
        if let line = madeLine {
            let before = lineBefore ?? LineWork(values)
            let told = ready.act(step, RuleOrders.formlessText)
            if line.method != before.method { lineActs.append((true, told)) }
            if line.target != before.target { lineActs.append((false, told)) }
        }
        guard step.isRaw else { return }
        let made = fields.wishes.dropFirst(before.0) + orders.trailers.dropFirst(before.1)
        orders.noteFormless(made, step, ready)
    }

    /// What is told of who wrote the request line, where HTTP/2 has no form for what became of it: known at the end,
    /// as each of them works on what the others left.
    private var formlessLine: [RuleAct] {
        guard let line = madeLine?.wanted, orders.ending == nil else { return [] }
        return lineActs.filter { $0.isOfMethod ? !line.methodHasFormInFrames : !line.targetHasFormInFrames }.map(\.act)
    }

    /// `*` and authorities have no path (RFC 9112 §3.2).
    var hasPath: Bool {
        let form = values.record.requestHead?.target.form
        return form == .origin || form == .absolute
    }
}
