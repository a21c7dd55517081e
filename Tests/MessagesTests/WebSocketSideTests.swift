import Testing
@testable import Messages

@Suite struct WebSocketSideTests {
}
