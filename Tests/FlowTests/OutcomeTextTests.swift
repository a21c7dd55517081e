import Flow
import HTTPModel
import Testing

@Suite struct OutcomeTextTests {
    @Test(arguments: Outcome.Code.allCases)
    func everyOutcomeIsASentenceOfItsOwn(code: Outcome.Code) {
        let text = Outcome(.failed, by: .upstream, code).text
        #expect(text.count > 20)
        #expect(text.hasSuffix("."))
        #expect(text.first?.isUppercase == true)
        let others = Outcome.Code.allCases.filter { $0 != code }.map { Outcome(.failed, by: .upstream, $0).text }
        #expect(!others.contains(text))
    }

    /// Other tools recorded some of these exchanges.
    @Test(arguments: [Outcome.Code.upstreamClosed, .resetByUpstream])
    func nobodyIsSaidToHaveRecordedIt(code: Outcome.Code) {
        let text = Outcome(.failed, by: .upstream, code).text
        #expect(!text.contains("Hark recorded") && text.contains("What arrived was kept"))
    }

    /// What had been forwarded is said as it was, also where it was nothing.
    @Test func whatWasForwardedBeforeTheFaultIsSaid() {
        let fault = WireError(.malformedChunkSize, offset: 90)
        let detail = Outcome.passedOn(content: 512)
        let cut = Outcome(.failed, by: .upstream, .malformedResponse, error: fault, detail: detail)
        #expect(cut.isPassedOnInPart && cut.text.contains("512 bytes of content were forwarded"))
        #expect(!cut.text.contains("was not forwarded"))
        #expect(Outcome.passedOnDetail(of: cut.text, error: fault) == detail)
        #expect(Outcome.passedOn(content: 1).contains("1 byte of"))
        let whole = Outcome(.failed, by: .upstream, .malformedResponse, error: fault)
        #expect(!whole.isPassedOnInPart && whole.text.contains("so it was not forwarded"))
        #expect(Outcome.passedOnDetail(of: whole.text, error: fault) == nil)
    }

    @Test func theDetailAndTheOffsetAreSaid() {
        let lookup = Outcome(.failed, by: .upstream, .nameNotFound, detail: "nowhere.test")
        #expect(lookup.text.contains("nowhere.test"))
        let error = WireError(.malformedContentLength, offset: 42)
        #expect(Outcome(.refused, by: .client, .malformedRequest, error: error).text.contains("42"))
    }

    @Test(
        arguments: [
            (.ok, nil), (.loop, 403), (.connectionRefused, 502), (.nameNotFound, 502), (.connectTimedOut, 504),
            (.responseTimedOut, 504), (.malformedResponse, 502), (.headTimedOut, 408), (.clientClosed, nil),
            (.internalError, 500), (.shuttingDown, 503),
        ] as [(Outcome.Code, Int?)])
    func theClientIsAnsweredWithAStatusThatFits(code: Outcome.Code, status: Int?) {
        #expect(Outcome(.failed, by: .upstream, code).status == status)
    }

    @Test(
        arguments: [
            (.startLineTooLong, 414), (.headTooLarge, 431), (.tooManyFields, 431), (.trailersTooLarge, 431),
            (.chunkTooLarge, 413), (.unknownTransferCoding, 501), (.unsupportedVersion, 505), (.bareLineFeed, 400),
            (.conflictingContentLength, 400),
        ] as [(WireError.Code, Int)])
    func aMalformedRequestIsAnsweredByWhatIsWrongWithIt(code: WireError.Code, status: Int) {
        #expect(Outcome(.refused, by: .client, .malformedRequest, error: WireError(code, offset: 0)).status == status)
    }
}
