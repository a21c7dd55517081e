/// The rules of the command line, which answer questions immediately.
public struct RuleSet: Sendable, Hashable {
    /// The header rules.
    public let headers: HeaderRules

    /// A set of header rules.
    public init(_ headers: HeaderRules = HeaderRules()) {
        self.headers = headers
    }

    /// The stages at which the rules have an answer; elsewhere they need not be asked.
    public var stages: Question.Stages {
        var stages: Question.Stages = []
        if !headers.request.isEmpty { stages.insert(.requestHead) }
        if !headers.response.isEmpty { stages.insert(.responseHead) }
        return stages
    }

    /// The answer to a question.
    public func verdict(on question: Question) -> Verdict {
        switch question {
        case .requestHead: headers.request.isEmpty ? .pass : .change(headers.request)
        case .responseHead: headers.response.isEmpty ? .pass : .change(headers.response)
        case .requestBody, .responseBody: .pass
        }
    }
}
