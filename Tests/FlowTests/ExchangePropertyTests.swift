import Flow
import TestKit
import Testing

/// Whatever happens in whatever order, the orders make sense to whoever carries them out.
@Suite struct ExchangePropertyTests {
    private static let requests = [
        "GET http://a/ HTTP/1.1 | Host: a", "GET http://a/ HTTP/1.0", "HEAD http://a/ HTTP/1.1 | Host: a",
        "POST http://a/ HTTP/1.1 | Host: a | Content-Length: 5",
        "PUT http://a/ HTTP/1.1 | Host: a | Transfer-Encoding: chunked",
        "PUT http://a/ HTTP/1.1 | Host: a | Content-Length: 5 | Expect: 100-continue",
        "CONNECT a:1 HTTP/1.1 | Host: a:1",
        "GET http://a/ HTTP/1.1 | Host: a | Connection: Upgrade | Upgrade: x", "GET / HTTP/1.1 | Host: a",
        "GET https://a/ HTTP/1.1 | Host: a",
    ]
    private static let responses = [
        "HTTP/1.1 100 Continue", "HTTP/1.1 101 Switching Protocols | Upgrade: x", "HTTP/1.1 200 OK",
        "HTTP/1.1 200 OK | Content-Length: 5", "HTTP/1.1 200 OK | Transfer-Encoding: chunked",
        "HTTP/1.1 200 OK | Connection: close | Content-Length: 5", "HTTP/1.1 204 No",
        "HTTP/1.1 200 OK | Content-Length: x",
    ]

    @Test(arguments: 0..<10)
    func everyOrderIsPossible(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        // What is likely to lead on comes more often than what ends it all.
        let events =
            Playbook.events + Playbook.verdicts + Self.responses + Self.responses
            + Array(
                repeating: ["connected", "connected, kept", "request body", "request ends", "response ends"], count: 4
            )
            .flatMap { $0 }
        for _ in 0..<1000 {
            // Somebody is asked at some stages, and answers in time or not at all.
            let asks = Question.Stages(rawValue: seed < 5 ? 0 : UInt8.random(in: 0..<16, using: &random))
            var playbook = Playbook(asks: asks, answers: false)
            var rules = OrderRules()
            let request = Self.requests[Int.random(in: 0..<Self.requests.count, using: &random)]
            rules.take(playbook.happen(request))
            for _ in 0..<Int.random(in: 1..<25, using: &random) {
                rules.take(playbook.happen(events[Int.random(in: 0..<events.count, using: &random)]))
            }
            rules.take(playbook.happen("proxy stops"))
            let complaints = rules.complaints + (rules.isOver ? [] : ["it has not ended"])
            #expect(complaints.isEmpty, "\(complaints) in\n\(playbook.transcript.joined(separator: "\n"))")
            if !complaints.isEmpty { return }
        }
    }
}

/// What whoever carries orders out relies on.
private struct OrderRules {
    private(set) var complaints: [String] = []
    private(set) var isOver = false
    private var hasFinished = false
    private var seeks = false
    private var wasAnswered = false

    mutating func take(_ orders: [String]) {
        // What becomes of body bytes is asked at any time.
        for order in orders where !order.hasPrefix("body") && !order.hasPrefix("content") {
            if isOver { complaints.append("\(order) after the end") }
            take(order)
        }
    }

    private mutating func take(_ order: String) {
        if order.hasPrefix("tunnel") {
            isOver = true
            check(seeks, "a tunnel to nowhere")
        } else if order.hasPrefix("connect") {
            seeks = true
        } else if order.hasPrefix("release") {
            check(seeks, "nothing to release")
            seeks = false
        } else if order.hasPrefix("ask about") || order.hasSuffix(" goes on") {
            check(!isOver, "\(order) after the end")
        } else if order == "deliver" {
            check(!seeks, "a server's connection is held while the client reads")
            check(wasAnswered, "nothing to deliver")
        } else if order.hasPrefix("answer") || order == "explain the port" {
            check(!wasAnswered, "two answers")
            wasAnswered = true
        } else if order.hasPrefix("finish") {
            check(!hasFinished, "finished twice")
            hasFinished = true
        } else if ["keep", "close", "truncate", "breakOff", "reset"].contains(order) {
            check(hasFinished, "it ended before it was finished")
            check(!seeks, "it ended with a server's connection")
            isOver = true
        } else if order.hasPrefix("send ") {
            check(seeks, "a body for nobody")
        } else if order == "tell the client to go on" {
            check(!wasAnswered && !seeks, "a client told to go on in vain")
        } else if order == "drop the interim response" {
            check(!wasAnswered && seeks, "an interim response after the final one")
        } else if order.hasPrefix("HTTP/1.1 1") && !order.hasPrefix("HTTP/1.1 101") {
            check(!wasAnswered && seeks, "an interim response after the final one")
        } else if order.hasPrefix("HTTP/1.1") {
            check(!wasAnswered, "two answers")
            check(seeks, "a response of nobody")
            wasAnswered = true
        } else {
            check(order.contains(" HTTP/1.1") && seeks, "what is \(order)?")
        }
        if hasFinished, !["keep", "close", "truncate", "breakOff", "reset"].contains(order), !order.hasPrefix("finish")
        {
            complaints.append("\(order) after it was finished")
        }
    }

    private mutating func check(_ holds: Bool, _ complaint: String) {
        if !holds { complaints.append(complaint) }
    }
}
