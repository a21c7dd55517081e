import Foundation
import Testing

/// Bytes pass as they come, both ways, whoever is slow; connections are kept, half-closed, upgraded.
@Suite struct StreamingTests {
    @Test func eachEventIsSeenBeforeTheNextIsSent() throws {
        let seen = Handover<Int>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            for number in 1...5 {
                try connection.send("data: \(number)\n\n")
                try Failure.unless(try seen.take("event \(number) at the client") == number, "event \(number)")
            }
        }
        let proxy = try RunningProxy()
        let client = try proxy.connect()
        try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
        for number in 1...5 {
            _ = try client.receive(through: "data: \(number)\n\n")
            seen.put(number)
        }
        #expect(try client.receiveToEnd().end == .closed)
        #expect(origin.problems.isEmpty)
    }

    @Test func eachPieceOfAnUploadIsSeenBeforeTheNextIsSent() throws {
        let seen = Handover<Int>()
        let origin = try ScriptedOrigin { connection, _ in
            for number in 1...5 {
                _ = try connection.receive(through: "piece \(number)\r\n")
                seen.put(number)
            }
            _ = try connection.receive(through: "0\r\n\r\n")
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        let proxy = try RunningProxy()
        let client = try proxy.connect()
        try client.send(
            "POST \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nTransfer-Encoding: chunked\r\n\r\n")
        for number in 1...5 {
            try client.send("7\r\npiece \(number)\r\n")
            #expect(try seen.take("piece \(number) at the origin") == number)
        }
        try client.send("0\r\n\r\n")
        #expect(try client.receiveHead().hasPrefix("HTTP/1.1 200 "))
        #expect(origin.problems.isEmpty)
    }

    @Test func chunksExtensionsAndTrailersPassAndAreKept() throws {
        let wire = "5;name=\"a;b\"\r\nhello\r\n6\r\n world\r\n0;last\r\nX-Sum: 11\r\n\r\n"
        let origin = try ScriptedOrigin(
            answering: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n" + wire)
        let scratch = try Scratch()
        let har = scratch.file("a.har")
        let proxy = try RunningProxy("--har", har)
        let client = try proxy.connect()
        try client.send(
            "GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nTE: trailers\r\nConnection: close, TE\r\n\r\n")
        let (answer, _) = try client.receiveToEnd()
        #expect(answer.hasSuffix("\r\n\r\n" + wire), "\(answer)")
        try proxy.stop()
        let response = try #require(try Recorded.har(har).first?.response)
        #expect(response.chunks?.map(\.size) == [5, 6, 0])
        #expect(response.trailers == [Entry.Pair(name: "X-Sum", value: "11")])
        #expect(response.bodySize == 11 && response.wireSize == wire.utf8.count)
        #expect(response.content.text == "hello world")
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() throws {
        let origin = try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                let path = head.split(separator: " ")[1]
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)")
            }
        }
        let proxy = try RunningProxy()
        let client = try proxy.connect()
        let requests = (1...20).map { "GET \(origin.url)/\($0)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n" }
        try client.send(requests.joined())
        for number in 1...20 {
            let head = try client.receiveHead()
            let length = try #require(ScriptedOrigin.contentLength(head))
            #expect(try client.receive(exactly: length) == Array("/\(number)/".utf8))
        }
    }

    @Test func aHalfClosedClientStillGetsItsAnswer() throws {
        let closed = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try closed.take("the client has said that it sends no more")
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        }
        let proxy = try RunningProxy()
        let client = try proxy.connect()
        try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
        client.shutdownSending()
        closed.put(())
        #expect(try client.receiveToEnd().text.hasSuffix("hello"))
    }

    @Test func aTunnelKeepsItsTwoDirectionsApart() throws {
        let origin = try ScriptedOrigin { connection, _ in
            let text = try connection.receiveToEnd().text
            try connection.send("you said \(text)")
        }
        let proxy = try RunningProxy()
        let client = try proxy.connect()
        // The first bytes come along with the head, as eager clients send them.
        try client.send("CONNECT \(origin.host) HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n\u{01}not ")
        #expect(try client.receiveHead().hasPrefix("HTTP/1.1 200 "))
        try client.send("HTTP")
        client.shutdownSending()
        #expect(try client.receiveToEnd().text == "you said \u{01}not HTTP")
        #expect(origin.problems.isEmpty)
    }

    @Test func anUpgradedConnectionIsRelayedAndCounted() throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\nhi")
            try connection.send(try connection.receive(exactly: 4))
        }
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try RunningProxy("--log", log)
        let client = try proxy.connect()
        try client.send(
            "GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n")
        let head = try client.receiveHead()
        #expect(head.hasPrefix("HTTP/1.1 101 ") && head.lowercased().contains("upgrade: echo\r\n"))
        try client.send("\u{00}\r\n\u{01}")
        #expect(try client.receive(exactly: 6) == Array("hi\u{00}\r\n\u{01}".utf8))
        _ = try client.receiveToEnd()
        client.close()
        try proxy.stop()
        let entry = try #require(try Recorded.log(log).first)
        #expect(entry.outcome.kind == "complete")
        #expect(entry.upgraded?.protocol == "echo" && entry.upgraded?.sent == 4 && entry.upgraded?.received == 6)
    }

    @Test func aDeadReusedConnectionIsRetriedOnceWhenThatIsSafe() throws {
        // The first connection answers once and drops the second request unanswered.
        let origin = try ScriptedOrigin { connection, number in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(number)")
            if number == 1 { _ = try? connection.receiveHead() } else { _ = try connection.receiveToEnd() }
        }
        let proxy = try RunningProxy()
        let client = try proxy.connect()
        for expected in ["1", "2"] {
            try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 200 "))
            #expect(try client.receive(exactly: 1) == Array(expected.utf8))
        }
        #expect(origin.connectionCount == 2)
    }

    @Test func aDeadReusedConnectionIsNotRetriedWhenThatCouldRepeatAnAction() throws {
        let origin = try ScriptedOrigin { connection, number in
            let head = try connection.receiveHead()
            if head.hasPrefix("POST") { return }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(number)")
            _ = try connection.receiveHead()
        }
        let proxy = try RunningProxy()
        let client = try proxy.connect()
        try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
        _ = try client.receiveHead()
        _ = try client.receive(exactly: 1)
        // RFC 9110 §9.2.2: a POST is not idempotent.
        try client.send("POST \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nContent-Length: 0\r\n\r\n")
        #expect(try client.receiveHead().hasPrefix("HTTP/1.1 502 "))
        #expect(origin.connectionCount == 1)
    }

    @Test func aSlowReaderSlowsItsSenderAndMemoryStaysBounded() throws {
        let total = 200 << 20
        let sentBeforeReading = Handover<Int>()
        let reading = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
            let block = [UInt8](repeating: 0x61, count: 1 << 20)
            var sent = 0
            while sent < total {
                // Nothing taken for two seconds: the sender has been slowed down to a stand.
                let count = try connection.sendSome(Array(block.prefix(total - sent)), givingUpAfter: 2)
                if count == 0 { break }
                sent += count
            }
            sentBeforeReading.put(sent)
            try reading.take("the client begins to read")
            try connection.send([UInt8](repeating: 0x61, count: total - sent))
        }
        let proxy = try RunningProxy()
        let before = try #require(proxy.child.memory("VmRSS"), "this test reads /proc")
        let client = try RawConnection(port: proxy.port, receiveBuffer: 65_536)
        try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n")
        _ = try client.receiveHead()
        #expect(try sentBeforeReading.take("the sender stands still") < 64 << 20)
        // Others are served meanwhile.
        let other = try proxy.connect()
        try other.send("GET http://hark.test/ HTTP/1.1\r\nHost: hark.test\r\n\r\n")
        #expect(try other.receiveHead().hasPrefix("HTTP/1.1 200 "))
        reading.put(())
        var received = 0
        while let bytes = try client.receive(1 << 20) { received += bytes.count }
        #expect(received == total)
        let peak = try #require(proxy.child.memory("VmHWM"))
        #expect(peak - before < 64 << 20, "grew by \((peak - before) >> 20) MiB")
    }
}
