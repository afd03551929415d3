//! Once its buffers have grown, playing allocates nothing: neither listing, nor applying, nor
//! beginning the next fight, nor counting.

mod support;

use allocation_counter::{AllocationInfo, measure};
use sim::perft::Perft;
use sim::policy::{Playout, Rulings};

fn allocations(work: impl FnOnce()) -> u64 {
    let AllocationInfo { count_total, .. } = measure(work);
    count_total
}

#[test]
fn random_fights_allocate_nothing() {
    for compiled in support::games() {
        let mut room = None;
        let first = allocations(|| {
            room = Some(Playout::new(&compiled.game, 1, Rulings::Default));
        });
        assert!(first > 0, "the counter counts");
        let mut playout = room.expect("made above");
        let tally = playout.play(30_000, 500);
        // The same fights again: there is room for all they need.
        playout.rewind();
        let mut again = playout.tally();
        assert_eq!(allocations(|| again = playout.play(30_000, 500)), 0);
        assert_eq!(again, tally);
        for _ in 0..4 {
            eprintln!("{}", allocations(|| again = playout.play(50_000, 500)));
        }
    }
}

#[test]
fn counting_allocates_nothing() {
    for compiled in support::games() {
        let mut perft = Perft::new(&compiled.game);
        let start = sim::perft::start(&compiled.game);
        let first = perft.count(&start, 2);
        let mut second = 0;
        assert_eq!(allocations(|| second = perft.count(&start, 2)), 0);
        assert_eq!(first, second);
    }
}
