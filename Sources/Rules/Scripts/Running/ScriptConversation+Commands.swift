import Bytes

// What people ask of a script that runs.
extension ScriptConversation {
    private static let mostCommands = 100

    /// Has it run one of its commands: `finished` comes once, at the latest when its process ends.
    ///
    /// - Parameter id: another one for each command.
    package mutating func run(_ name: String, _ arguments: [String], _ id: UInt64) -> [Action] {
        guard phase == .running else { return [.finished(id, .failed("the script is not running"))] }
        guard commands.count < Self.mostCommands, unreadBytes < limits.pendingBytes else {
            return [.finished(id, .failed("the script has not answered earlier commands"))]
        }
        commands.insert(id)
        let line = JSONWriter.line("command") { out in
            out.member("id", id)
            out.member("name", name)
            out.texts("arguments", arguments)
        }
        return [.send(line)]
    }

    /// Tells it that an option has another value now: `finished` comes once, as of a command.
    package mutating func change(_ option: String, to value: String, _ id: UInt64) -> [Action] {
        guard phase == .running else { return [.finished(id, .failed("the script is not running"))] }
        guard commands.count < Self.mostCommands, unreadBytes < limits.pendingBytes else {
            return [.finished(id, .failed("the script has not answered earlier commands"))]
        }
        commands.insert(id)
        let line = JSONWriter.line("options") { out in
            out.member("id", id)
            out.object("changed") { out in
                out.key(escaping: option)
                out.string(value)
            }
        }
        return [.send(line)]
    }

    /// A notice, which waits for nothing; left out where the script is behind.
    package mutating func notify(_ notice: ScriptNotice) -> [Action] {
        guard phase == .running else { return [] }
        var actions: [Action] = []
        send(notice.line, &actions)
        return actions
    }

    // MARK: - What the script asks

    static let mostCalls = 64

    /// It asks something of Hark: `answered` is to follow, unless the call has its answer here.
    mutating func take(_ call: ScriptCall, _ id: Int64, _ actions: inout [Action]) {
        switch call {
        case .shutDown where phase == .running:
            send(Self.result(id, .value("null")), &actions)
            actions.append(.shutDown)
        case .invalid(let reason): send(Self.result(id, .failed(reason)), &actions)
        case .shutDown: send(Self.result(id, .failed("the script has not started")), &actions)
        case .flows, .body, .mark, .send, .replay, .inject, .release:
            guard phase == .running else {
                return send(Self.result(id, .failed("the script has not started")), &actions)
            }
            guard calls.count < Self.mostCalls, calls.insert(id).inserted else {
                let reason =
                    calls.contains(id) ? "a call with this id is under way" : "\(Self.mostCalls) calls are under way"
                return send(Self.result(id, .failed(reason)), &actions)
            }
            actions.append(.call(id, call))
        }
    }

    /// What came of a call; a value is JSON.
    package mutating func answered(_ id: Int64, _ result: ScriptResult) -> [Action] {
        guard calls.remove(id) != nil, phase == .running else { return [] }
        var actions: [Action] = []
        send(Self.result(id, result), &actions)
        return actions
    }

    private static func result(_ id: Int64, _ result: ScriptResult) -> Bytes {
        JSONWriter.line("result") { out in
            out.member("id", id)
            switch result {
            case .value(let json):
                out.key("value")
                out.number(Bytes(json))
            case .failed(let reason):
                out.member("error", reason)
            }
        }
    }
}
