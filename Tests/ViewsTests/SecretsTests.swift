import Bytes
import Flow
import TestKit
import Testing

@testable import Views

/// What lines must not give away, and what they may.
@Suite struct SecretsTests {
    @Test(
        arguments: [
            ("Authorization: Bearer CANARY", "Authorization: Bearer …"),
            ("proxy-authorization:Basic CANARY", "proxy-authorization:Basic …"),
            ("Authorization: CANARY", "Authorization: …"),
            ("X-Api-Key: CANARY", "X-Api-Key: …"), ("apikey: CANARY", "apikey: …"), ("DPoP: CANARY", "DPoP: …"),
            ("PRIVATE-TOKEN: CANARY", "PRIVATE-TOKEN: …"), ("X-Vault-Token: CANARY", "X-Vault-Token: …"),
            ("x-auth-token:  CANARY", "x-auth-token:  …"),
            ("Cookie: a=CANARY; b=; CANARY", "Cookie: a=…; b=; …"),
            ("Set-Cookie: a=CANARY; Path=/; HttpOnly", "Set-Cookie: a=…; Path=/; HttpOnly"),
            ("Set-Cookie: CANARY", "Set-Cookie: …"),
            ("Location: http://u:CANARY@h/p?access_token=CANARY&x=1", "Location: http://u:…@h/p?access_token=…&x=1"),
            ("Referer: /p?code=CANARY-CANARY", "Referer: /p?code=…"), ("Referer: /p?code=302", "Referer: /p?code=302"),
            ("GET /?token=CANARY HTTP/1.1", "GET /?token=… HTTP/1.1"),
            ("GET http://h/?token=CANARY HTTP/1.1", "GET http://h/?token=… HTTP/1.1"),
            ("HTTP/1.1 200 OK", "HTTP/1.1 200 OK"),
            ("--set-request-header 'X-Api-Key: CANARY'", "--set-request-header 'X-Api-Key: …'"),
            ("--set-request-header 'Authorization: Bearer CANARY'", "--set-request-header 'Authorization: Bearer …'"),
        ] as [(Bytes, Bytes)])
    func proofsAreLeftOut(line: Bytes, shown: Bytes) {
        #expect(Secrets.redacted(line) == shown)
        #expect(!Secrets.redacted(line).text.contains("CANARY"))
    }

    @Test(arguments: [false, true]) func linesHoldThemOnlyWhenSomebodyWantsThat(areShown: Bool) {
        var maker = Story(id: 1)
        maker.request(Samples.get("http://u:CANARY-one@h/?token=CANARY-two", "\r\nAuthorization: Bearer CANARY-three"))
        var lines = ExchangeLines(options: .init(isVerbose: true, showsSecrets: areShown))
        lines.render(maker.record)
        let text = String(decoding: lines.take(), as: UTF8.self)
        for secret in ["CANARY-one", "CANARY-two", "CANARY-three"] {
            #expect(text.contains(secret) == areShown, "\(text)")
        }
    }

    /// Of cookies too, which a line tells of with names alone.
    @Test(arguments: [false, true]) func cookiesHaveTheirValuesOnlyWhenSomebodyWantsThat(areShown: Bool) {
        var maker = Story(id: 1)
        maker.request(Samples.get("http://h/", "\r\nCookie: a=CANARY-one; b="))
        maker.response("HTTP/1.1 200 OK\nSet-Cookie: c=CANARY-two; Path=/")
        var lines = ExchangeLines(options: .init(showsSecrets: areShown))
        lines.render(maker.record)
        let text = String(decoding: lines.take(), as: UTF8.self)
        #expect(text.contains(areShown ? "a=CANARY-one; b=" : "a=…; b=") && !text.contains("b=…"), "\(text)")
        #expect(text.contains(areShown ? "c=CANARY-two; Path=/" : "c=…; Path=/"), "\(text)")
        #expect(text.contains("CANARY") == areShown, "\(text)")
    }

    @Test(
        arguments: [
            "Accept: */*", "Authorization:", "Authorization", "X-Api-Key-Version: 7",
            "WWW-Authenticate: Digest nonce=\"n\"",
            "Location: /p?page=2&sort=key", "Referer: http://h/a@b", "", "no colon here",
            "--remove-request-header Cookie",
            "--set-request-header 'Accept: a'", "X-Authorization: 1",
        ] as [Bytes])
    func everythingElseStaysAsItIs(line: Bytes) {
        #expect(Secrets.redacted(line) == line)
    }

    @Test(
        arguments: [
            ("http://h/?access_token=CANARY", "http://h/?access_token=…"),
            ("http://h/?a=1&API_KEY=CANARY&b=2#frag", "http://h/?a=1&API_KEY=…&b=2#frag"),
            ("/p?sig=CANARY;x=1", "/p?sig=…;x=1"),
            ("https://h/cb#id_token=CANARY&state=s", "https://h/cb#id_token=…&state=s"),
            ("http://u:CANARY@h/?token=CANARY", "http://u:…@h/?token=…"),
            ("/?token=a?token=CANARY", "/?token=…?token=…"),
            ("http://h/?token=", "http://h/?token="), ("http://h/?token", "http://h/?token"),
            ("http://h/token=1", "http://h/token=1"), ("http://h/?tokens=3", "http://h/?tokens=3"),
            ("/?=x&&=", "/?=x&&="), ("http://u@h/", "http://u@h/"), ("", ""),
        ] as [(Bytes, Bytes)])
    func urlsKeepWhatIsNoSecret(url: Bytes, shown: Bytes) {
        #expect(Secrets.redacted(url: url) == shown)
    }

    /// JSON is text in a call too, not bytes in figures, in which nobody would find a password.
    @Test(
        arguments: [
            "POST /a.B/C HTTP/1.1\nHost: h\nContent-Type: application/connect+json",
            "GET /a.B/C?connect=v1&encoding=json&message=%7B%7D HTTP/1.1\nHost: h",
        ] as [Bytes])
    func messagesOfCallsInJSONHideThem(request: Bytes) {
        var maker = Story(id: 1)
        maker.request(request)
        let json: Bytes = "{\"user\": \"ann\", \"password\": \"CANARY\"}"
        let time = Story.instant(1)
        for (isCoded, isShown) in [(false, true), (true, false)] {
            var lines = ExchangeLines(options: .init())
            let message = InnerMessage(from: .request, .call(isCoded: isCoded), at: time, bytes: json)
            lines.message(message, of: maker.record)
            let text = String(decoding: lines.take(), as: UTF8.self)
            #expect(text.contains("\"ann\"") == isShown && !text.contains("CANARY"))
        }
    }
}
