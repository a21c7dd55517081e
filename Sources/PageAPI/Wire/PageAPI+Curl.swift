import Formats
import JSON

extension PageAPI {
    /// What a command line of curl asks, for who writes a request. Nothing is sent, and no file is read.
    func curl(_ call: PageCall) throws(PageError) -> PageStep {
        guard let read = PastedCurl(try PageBody(call.request.body).text("text") ?? "") else {
            throw PageError(422, .message, "'text' must be a command line of curl, with all its quotes closed.")
        }
        return .answer(
            .json { json in
                json.beginObject()
                json.key("method")
                json.string(read.method)
                json.key("url")
                json.string(read.url)
                json.key("headers")
                json.string(read.headers.joined(separator: "\n"))
                json.key("body")
                json.string(read.body)
                json.key("unused")
                json.beginArray()
                for word in read.unused { json.string(word) }
                json.endArray()
                json.endObject()
            })
    }
}
