import Bytes
import Formats

extension PageAPI {
    /// What a command line of curl asks, for who writes a request. Nothing is sent, and no file is read.
    func curl(_ call: PageCall) throws(PageError) -> PageStep {
        guard let read = PastedCurl(try PageBody(call.request.body).text("text") ?? "") else {
            throw PageError(422, .message, "'text' must be a command line of curl, with all its quotes closed.")
        }
        return .answer(
            .json { json in
                json.beginObject()
                json.member("method", read.method)
                json.member("url", read.url)
                json.member("headers", read.headers.joined(separator: "\n"))
                json.member("body", read.body)
                json.beginArray("unused")
                for word in read.unused { json.string(word) }
                json.endArray()
                json.endObject()
            })
    }
}
