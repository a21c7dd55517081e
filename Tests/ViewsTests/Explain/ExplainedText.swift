import Bytes
import Explain
import Foundation
import HTTPModel
import Judge
import Views

/// Messages as text, explained as the command explains them. Lines end with `\n` here and with CRLF in the messages.
enum ExplainedText {
    /// Sun, 06 Nov 1994 08:49:37 GMT, the moment of RFC 9110's examples.
    static let moment: Int64 = 784_111_777

    static func bytes(_ text: String) -> Bytes {
        Bytes(text.replacingOccurrences(of: "\n", with: "\r\n"))
    }

    static func read(
        _ text: String, method: HTTPModel.Method = .get, url: String? = nil
    ) -> ExplainedInput {
        ExplainedInput(
            raw: bytes(text),
            ExplainedInput.Circumstances(
                method: method, url: url.map { Bytes($0) }, now: moment,
                options: ExplainOptions(notes: Checks.notes)))
    }

    static func page(
        _ input: ExplainedInput, width: Int? = 80, bytes: Bool = false, only topics: Set<Reasoning.Topic> = [],
        all: Bool = true
    ) -> String {
        var view = ExplanationView(style: .plain, width: width, showsBytes: bytes, topics: topics, showsAll: all)
        view.show(input)
        return String(decoding: view.page.take(), as: UTF8.self)
    }

    static let pair = """
        GET /a?q=1 HTTP/1.1
        Host: example.com
        Cookie: sid=1

        HTTP/1.1 200 OK
        Date: Sun, 06 Nov 1994 08:49:37 GMT
        Cache-Control: max-age=60
        Content-Length: 5

        hello
        """
}
