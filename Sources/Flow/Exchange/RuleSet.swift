/// The rules of the command line as somebody who answers questions: at once, every time.
public struct RuleSet: Sendable, Hashable {
    /// The header rules.
    public let headers: HeaderRules

    /// A set that answers by header rules.
    public init(_ headers: HeaderRules = HeaderRules()) {
        self.headers = headers
    }

    /// Where it has anything to say; nobody needs to ask it elsewhere.
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
