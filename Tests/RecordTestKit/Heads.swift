import Bytes
package import HTTPModel
import TestKit

// Heads as they were on the wire.

package func trailers(_ text: String) -> FieldSection { TestHead.fields(Bytes(text), hasStartLine: false) }

package func requestHead(_ text: String, quirks: [Quirk] = []) -> RequestHead {
    TestHead.request(Bytes(text), quirks: quirks)
}

package func responseHead(_ text: String, quirks: [Quirk] = []) -> ResponseHead {
    TestHead.response(Bytes(text), quirks: quirks)
}
