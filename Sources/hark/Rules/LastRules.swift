import Bytes

/// Rules that a command brings itself, behind all that the user has.
struct LastRules {
    /// Where they are said to stand.
    static let option = "hark serve"

    let rules: [String]

    /// Answers everything from this session, as a path, and says of the rest that it cannot.
    init(answeringFrom path: String, isStrict: Bool) throws {
        guard path.utf8.allSatisfy({ !ASCII.isControl($0) }) else {
            throw UsageFailure.said("the session path contains control characters")
        }
        let quoted = path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        rules = [
            "recorded-answer: do answer-from \"\(quoted)\" \(isStrict ? "strict" : "nearest")",
            "nothing-recorded: do respond 404 \"Cache-Control: no-store\" \"X-Content-Type-Options: nosniff\" "
                + "text \"Nothing was recorded that answers {method} {url}\\n\"",
        ]
    }
}
