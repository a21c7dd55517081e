import Bytes
import JSON

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
        var out = JSONWriter()
        out.beginObject()
        out.key("type")
        out.string("command")
        out.key("id")
        out.integer(id)
        out.key("name")
        out.string(name)
        out.key("arguments")
        out.beginArray()
        for argument in arguments { out.string(argument) }
        out.endArray()
        out.endObject()
        return [.send(out.line())]
    }

    /// Tells it that an option has another value now.
    package mutating func change(_ option: String, to value: String) -> [Action] {
        guard phase == .running else { return [] }
        var out = JSONWriter()
        out.beginObject()
        out.key("type")
        out.string("options")
        out.key("changed")
        out.beginObject()
        out.key(escaping: option)
        out.string(value)
        out.endObject()
        out.endObject()
        var actions: [Action] = []
        send(out.line(), &actions)
        return actions
    }
}
