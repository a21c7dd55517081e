import ArgumentParser
import Filter

/// Why a tool has no result: a sentence for the model, with what to call next.
struct AgentFailure: Error {
    let text: String

    init(_ text: String) { self.text = text }
}
