//! Reads a parameter where its type can be read, and compiles where it cannot.
//!
//! A parameter's type is judged in one place, among the tool's constants. The
//! code that reads it must not judge it again, or one wrong type would be three
//! errors. So reading is picked by method lookup: the traits on a reference win
//! where their bounds hold, and the ones without bounds, which no program that
//! compiles can reach, stand behind them.

use serde::de::Deserialize;

use crate::autoref::Pick;
use crate::context::FromContext;
use crate::reader::{Reader, Ready, Refused, Slot};
use crate::scope::Scope;

pub trait FillReady<'call, T> {
    fn __fill(&self, reader: &mut Reader<'call>, slot: &mut Slot<T>) -> bool;
    fn __take(
        &self,
        reader: &mut Reader<'call>,
        slot: Slot<T>,
        name: &'static str,
    ) -> Result<T, Refused>;
}

impl<'call, T: Ready<'call>> FillReady<'call, T> for &&Pick<T> {
    #[inline]
    fn __fill(&self, reader: &mut Reader<'call>, slot: &mut Slot<T>) -> bool {
        T::fill(reader, slot)
    }

    #[inline]
    fn __take(
        &self,
        reader: &mut Reader<'call>,
        slot: Slot<T>,
        name: &'static str,
    ) -> Result<T, Refused> {
        T::take(reader, slot, name)
    }
}

pub trait FillArgument<'call, T> {
    fn __fill(&self, reader: &mut Reader<'call>, slot: &mut Slot<T>) -> bool;
    fn __take(
        &self,
        reader: &mut Reader<'call>,
        slot: Slot<T>,
        name: &'static str,
    ) -> Result<T, Refused>;
}

impl<'call, T: Deserialize<'call>> FillArgument<'call, T> for &Pick<T> {
    fn __fill(&self, reader: &mut Reader<'call>, slot: &mut Slot<T>) -> bool {
        reader.fill(slot)
    }

    fn __take(
        &self,
        reader: &mut Reader<'call>,
        slot: Slot<T>,
        name: &'static str,
    ) -> Result<T, Refused> {
        reader.take(slot, name)
    }
}

pub trait FillNothing<T> {
    fn __fill(&self, _: &mut Reader<'_>, _: &mut Slot<T>) -> bool {
        false
    }

    fn __take(&self, _: &mut Reader<'_>, _: Slot<T>, _: &'static str) -> Result<T, Refused> {
        Err(Refused::Arguments)
    }
}

impl<T> FillNothing<T> for Pick<T> {}

pub trait InjectValue<T> {
    fn __inject(&self, scope: &Scope<'_>) -> Result<T, Refused>;
}

impl<T: FromContext> InjectValue<T> for &Pick<T> {
    fn __inject(&self, scope: &Scope<'_>) -> Result<T, Refused> {
        T::from_scope(scope).map_err(Refused::Context)
    }
}

pub trait InjectNothing<T> {
    fn __inject(&self, _: &Scope<'_>) -> Result<T, Refused> {
        Err(Refused::Arguments)
    }
}

impl<T> InjectNothing<T> for Pick<T> {}
