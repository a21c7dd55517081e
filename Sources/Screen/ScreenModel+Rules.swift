package import Page
import Rules
import Workbench

// Rules and held messages: what keys do there.
extension ScreenModel {
    mutating func press(_ key: ScreenKey, in open: OpenRules) {
        var open = open
        switch open.writing {
        case .rule(let line, let source, let number)?: press(key, line, source, number, &open)
        case .answer(let editor, let flow)?: press(key, editor, to: flow, &open)
        case nil:
            guard pressInRules(key, &open) else { return }
        }
        if case .rules = front { front = .rules(open) }
    }

    /// False when something else stands there now.
    private mutating func pressInRules(_ key: ScreenKey, _ open: inout OpenRules) -> Bool {
        let moves: [String: Int] = [
            "next": 1, "previous": -1, "pageDown": pageRows / 2, "pageUp": -pageRows / 2, "first": -100_000,
            "last": 100_000,
        ]
        if case .character(let sign) = key, perform(sign, &open) { return true }
        let command = KeyCommand.find(key, in: [.list, .anywhere])?.name ?? ""
        if let step = moves[command] {
            open.move(by: step)
            return true
        }
        switch command {
        case "open": return openItem(open)
        case "back", "rules": front = .list
        case "quit": hasEnded = true
        default:
            front = .list
            perform(command, key)
        }
        return false
    }

    /// The exchange of a held message; those that a rule acted on.
    private mutating func openItem(_ open: OpenRules) -> Bool {
        if let flow = open.held {
            orders.append(.editHeld(flow))
            return true
        }
        guard let rule = open.rule else { return true }
        front = .list
        isFollowing = false
        find("rule contains \"\(rule.name) (\"")
        return false
    }

    /// Whether the sign means something here.
    private mutating func perform(_ sign: Unicode.Scalar, _ open: inout OpenRules) -> Bool {
        switch (sign, open.rule, open.held) {
        case ("a", _, _): open.writing = .rule(RuleLine(""), source: PageRuleSource.page, line: nil)
        case (" ", let rule?, _): toggle(rule, open)
        case ("<", let rule?, _), (">", let rule?, _): reorder(rule, by: sign == "<" ? -1 : 1, open)
        case ("e", let rule?, _):
            guard let written = rule.written else {
                say("\(rule.source) cannot be changed here.", isBad: true)
                return true
            }
            open.writing = .rule(RuleLine(written), source: rule.source, line: rule.line)
        case ("e", _, let flow?): orders.append(.editHeld(flow))
        case ("s", _, let flow?): orders.append(.decide(flow, .send))
        case ("x", _, let flow?): orders.append(.decide(flow, .drop))
        case ("b", _, let flow?): open.writing = .answer(LineEditor("503 text \"busy\""), to: flow)
        case ("S", _, _?): orders.append(.decideAll(open.shown?.held.map(\.flow) ?? [], .send))
        case ("X", _, _?): orders.append(.decideAll(open.shown?.held.map(\.flow) ?? [], .drop))
        case (let digit, _, _) where ("1"..."5").contains(digit):
            guard let selected else { return true }
            let kind = RuleMaker.Kind.allCases[Int(digit.value) - 49]
            orders.append(.makeRule(kind, selected))
        default: return false
        }
        return true
    }

    private mutating func toggle(_ rule: ScreenRules.Rule, _ open: OpenRules) {
        guard let shown = open.shown else { return }
        var off = Set(shown.rules.filter { !$0.isOn }.map(\.name))
        if rule.isOn { off.insert(rule.name) } else { off.remove(rule.name) }
        orders.append(.changeRules(.off(off), shown.revision))
    }

    private mutating func reorder(_ rule: ScreenRules.Rule, by step: Int, _ open: OpenRules) {
        guard let shown = open.shown, rule.written != nil else { return }
        var names = shown.rules.filter { $0.source == rule.source }.map(\.name)
        guard let place = names.firstIndex(of: rule.name), names.indices.contains(place + step) else { return }
        names.swapAt(place, place + step)
        orders.append(.changeRules(.order(source: rule.source, names), shown.revision))
    }

    // MARK: - Writing

    private mutating func press(
        _ key: ScreenKey, _ line: RuleLine, _ source: String, _ number: Int?, _ open: inout OpenRules
    ) {
        var line = line
        switch key {
        case .escape: open.writing = nil
        case .enter:
            let text = line.editor.text
            guard line.error == nil, let shown = open.shown, !text.isEmpty || number != nil else { return }
            open.writing = nil
            orders.append(
                .changeRules(
                    .text(source: source, shown.text(of: source, replacing: number, by: text)), shown.revision))
        default:
            let isOther = line.press(key)
            open.writing = .rule(line, source: source, line: number)
            if isOther, line.error == nil, let selected { orders.append(.tryRule(line.editor.text, selected)) }
            if line.error != nil { open.tried = nil }
        }
    }

    private mutating func press(_ key: ScreenKey, _ editor: LineEditor, to flow: UInt64, _ open: inout OpenRules) {
        var editor = editor
        switch key {
        case .escape: open.writing = nil
        case .enter:
            open.writing = nil
            orders.append(.decide(flow, .respond(editor.text)))
        default:
            _ = editor.press(key)
            open.writing = .answer(editor, to: flow)
        }
    }

    // MARK: - What comes back

    mutating func take(_ rules: ScreenRules) {
        guard case .rules(var open) = front else { return }
        open.take(rules)
        front = .rules(open)
    }

    mutating func take(tried rule: String, _ lines: [String]) {
        guard case .rules(var open) = front, case .rule(let line, _, _)? = open.writing, line.editor.text == rule
        else { return }
        open.tried = (rule, lines)
        front = .rules(open)
    }

    /// What there is to know of rules now, once a second: clocks go on.
    package mutating func told(_ news: PageRuleNews) {
        if news != ruleNews {
            if let fault = news.fault, fault != ruleNews?.fault { say(fault, isBad: true) }
            ruleNews = news
            isChanged = true
        }
        if case .rules = front, session.kind == .live { orders.append(.rules) }
    }

    mutating func settleRules() {
        guard case .rules(var open) = front, open.isDue else { return }
        open.isDue = false
        front = .rules(open)
        if session.kind == .live { orders.append(.rules) }
    }
}
