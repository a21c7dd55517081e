package import Rules

/// A script of a running proxy, for people.
package struct ScriptState: Sendable {
    package enum Condition: String, Sendable {
        case running
        /// It takes events, and another process is to take its place.
        case restarting
        /// Its first process has not started yet.
        case starting
        /// It ended, and is started again in a moment.
        case waiting
        /// It ended too often: only a change of its file, or a person, starts it again.
        case stopped
    }

    package let name: String
    package let file: String
    package internal(set) var condition = Condition.stopped
    /// Of the one that takes events.
    package internal(set) var process: Int32?
    package let figures: ScriptFigures
    /// Events that have no answer yet.
    package internal(set) var waitingCount = 0
    /// With their values.
    package internal(set) var options: [(option: ScriptLine.Option, value: String)]
    package let commands: [ScriptLine.Command]
}
